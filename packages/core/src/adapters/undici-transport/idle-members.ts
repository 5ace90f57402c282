/** A member of {@link IdleMembers}, with its neighbours in the order of use. */
export interface IdleMember<Member> {
  readonly origin: string;
  /** The one that has been idle for longer; undefined for the first. */
  older: Member | undefined;
  newer: Member | undefined;
}

/** Idle members by origin. */
export interface IdleMembers<Member> {
  readonly size: number;
  /** Adds a member as the most recently used one. */
  add(member: Member): void;
  /** Removes and returns the most recently used member of an origin. */
  take(origin: string): Member | undefined;
  /** Removes and returns the member that has been idle for longest. */
  takeOldest(): Member | undefined;
  /** Removes a member. Returns false if it is not idle. */
  remove(member: Member): boolean;
  clear(): void;
}

/**
 * Creates an empty collection of idle members. Their order is a linked list, because the table of a `Set` or `Map` with as many
 * changes keeps former members in memory.
 */
export function createIdleMembers<Member extends IdleMember<Member>>(): IdleMembers<Member> {
  const byOrigin = new Map<string, Member[]>();
  let oldest: Member | undefined;
  let newest: Member | undefined;
  let size = 0;

  const unlink = (member: Member): void => {
    const { older, newer } = member;
    if (older) older.newer = newer;
    else oldest = newer;
    if (newer) newer.older = older;
    else newest = older;
    member.older = undefined;
    member.newer = undefined;
    size -= 1;
  };

  const remove = (member: Member): boolean => {
    const members = byOrigin.get(member.origin) ?? [];
    const index = members.lastIndexOf(member);
    if (index < 0) return false;
    members.splice(index, 1);
    if (members.length === 0) byOrigin.delete(member.origin);
    unlink(member);
    return true;
  };

  const taken = (member: Member | undefined): Member | undefined => (member && remove(member) ? member : undefined);

  return {
    get size() {
      return size;
    },
    add(member) {
      const members = byOrigin.get(member.origin);
      if (members) members.push(member);
      else byOrigin.set(member.origin, [member]);
      member.older = newest;
      if (newest) newest.newer = member;
      else oldest = member;
      newest = member;
      size += 1;
    },
    take: (origin) => taken(byOrigin.get(origin)?.at(-1)),
    takeOldest: () => taken(oldest),
    remove,
    clear() {
      byOrigin.clear();
      oldest = undefined;
      newest = undefined;
      size = 0;
    },
  };
}
