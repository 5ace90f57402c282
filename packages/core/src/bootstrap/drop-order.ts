/** What decides the order of drops. */
export interface DropConstraints {
  readonly key: string;
  readonly within?: string | null | undefined;
  readonly blocks?: readonly string[] | undefined;
  readonly dropAfter?: readonly string[] | undefined;
}

/**
 * The order in which objects are dropped: what blocks another goes first, what waits for another goes after it, otherwise
 * the reverse of the declared order. What vanishes with a dropped container is left out.
 *
 * @throws RangeError when the constraints contradict each other.
 */
export function dropOrder<Item extends DropConstraints>(declared: readonly Item[]): readonly Item[] {
  const keys = new Set(declared.map((item) => item.key));
  const remaining = declared.filter((item) => !item.within || !keys.has(item.within)).reverse();
  const vanished = new Map(
    declared.filter((item) => item.within && keys.has(item.within)).map((item) => [item.key, item.within as string]),
  );
  refuseNestedInItself(vanished);
  const carrier = (key: string): string => (vanished.has(key) ? carrier(vanished.get(key) as string) : key);
  const ordered: Item[] = [];
  while (remaining.length > 0) {
    const ready = remaining.findIndex((item) => !mustWait(item, remaining, declared, carrier));
    if (ready < 0)
      throw new RangeError(
        `These objects wait for each other to be dropped: ${remaining.map((item) => item.key).join(', ')}.`,
      );
    ordered.push(...remaining.splice(ready, 1));
  }
  return ordered;
}

/** Two things that live in each other would both vanish with nothing, and be left on the platform. */
function refuseNestedInItself(containers: ReadonlyMap<string, string>): void {
  for (const key of containers.keys()) {
    const seen = [key];
    for (let at = containers.get(key); at !== undefined; at = containers.get(at)) {
      if (seen.includes(at)) throw new RangeError(`These objects live in each other: ${seen.join(', ')}.`);
      seen.push(at);
    }
  }
}

function mustWait<Item extends DropConstraints>(
  item: Item,
  remaining: readonly Item[],
  declared: readonly Item[],
  carrier: (key: string) => string,
): boolean {
  const left = new Set(remaining.map((each) => each.key));
  const waitsFor = (item.dropAfter ?? []).map(carrier);
  const blockers = declared
    .filter((each) => each.blocks?.some((key) => carrier(key) === item.key))
    .map((each) => carrier(each.key));
  return [...waitsFor, ...blockers].some((key) => key !== item.key && left.has(key));
}
