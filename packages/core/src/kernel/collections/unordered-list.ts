/**
 * A member of an {@link UnorderedList}, with its position, which the list changes. It is a class, because V8 may allocate object literals
 * that live as long as a delivery in the old generation, where each would keep its member.
 */
export class ListEntry<Member> {
  readonly member: Member;
  position: number;

  constructor(member: Member, position: number) {
    this.member = member;
    this.position = position;
  }
}

/** Members in no order, which are added and removed at constant cost. */
export interface UnorderedList<Member> {
  readonly entries: readonly ListEntry<Member>[];
  /** Returns the entry with which the member is removed. */
  add(member: Member): ListEntry<Member>;
  /** Removes a member that the list contains. */
  remove(entry: ListEntry<Member>): void;
}

/**
 * Creates an empty list, for members that come and go thousands of times a second. A `Set` or `Map` is not suitable for them: V8
 * replaces its table after some dozen removals, and a replaced table references the next one. Once one of them is in the old
 * generation, it keeps all later ones and their former members in memory until a major garbage collection.
 */
export function createUnorderedList<Member>(): UnorderedList<Member> {
  const entries: ListEntry<Member>[] = [];
  return {
    entries,
    add(member) {
      const entry = new ListEntry(member, entries.length);
      entries.push(entry);
      return entry;
    },
    remove(entry) {
      const last = entries.pop();
      if (last === undefined || last === entry) return;
      entries[entry.position] = last;
      last.position = entry.position;
    },
  };
}
