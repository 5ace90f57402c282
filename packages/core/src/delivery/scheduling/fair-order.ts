/**
 * The order in which waiting members are served: the member that has received least since it joined goes first. A member with a
 * single request therefore does not wait for the backlog of another, and no member gets more than its share by leaving and
 * joining again.
 *
 * Source: Goyal, Vin and Cheng, "Start-time Fair Queuing", 1996, with equal weights and a cost of one for each delivery.
 */
export interface FairOrder<Key> {
  join(key: Key): void;
  leave(key: Key): void;
  /**
   * Serves each member once.
   *
   * @param serve - returns how much the member took; undefined ends the service.
   */
  serve(serve: (key: Key) => number | undefined): void;
}

/** Creates an order without members. */
export function createFairOrder<Key>(): FairOrder<Key> {
  /** The sum that each member has received. The sum of a member that left is kept while it exceeds that of the others. */
  const tags = new Map<Key, number>();
  /** The members by their tags. There are few tags, because those of members are close together. */
  const levels = new Map<number, Set<Key>>();
  let virtualTime = 0;
  /** The number of sums above which old ones are removed. */
  let maxTags = 1000;

  const insert = (key: Key, tag: number): void => {
    tags.set(key, tag);
    const level = levels.get(tag);
    if (level) level.add(key);
    else levels.set(tag, new Set([key]));
  };

  const remove = (key: Key): boolean => {
    const tag = tags.get(key) ?? 0;
    const level = levels.get(tag);
    if (!level?.delete(key)) return false;
    if (level.size === 0) levels.delete(tag);
    return true;
  };

  const prune = (): void => {
    if (tags.size <= maxTags) return;
    for (const [key, tag] of tags) if (tag <= virtualTime && !levels.get(tag)?.has(key)) tags.delete(key);
    // A search that removes few costs one step for each member that joins until the next one.
    maxTags = 2 * tags.size + 1000;
  };

  return {
    join(key) {
      insert(key, Math.max(virtualTime, tags.get(key) ?? 0));
      prune();
    },
    leave: (key) => void remove(key),
    serve(serve) {
      const due = [...levels.keys()].sort((one, other) => one - other);
      const served = new Set<Key>();
      for (const tag of due) {
        for (const key of [...(levels.get(tag) ?? [])]) {
          if (served.has(key)) continue;
          served.add(key);
          const took = serve(key);
          if (took === undefined) return;
          virtualTime = Math.max(virtualTime, tag);
          // The member may have left while it was served.
          const isMember = remove(key);
          tags.set(key, tag + took);
          if (isMember) insert(key, tag + took);
        }
      }
    },
  };
}
