/** The constraints on the order of drops. */
export interface DropConstraints {
  readonly key: string;
  readonly within?: string | null | undefined;
  readonly blocks?: readonly string[] | undefined;
  readonly dropAfter?: readonly string[] | undefined;
}

/**
 * Returns the order in which objects are dropped: an object that blocks another is first, one that waits for another is after it,
 * otherwise the declared order is reversed. Objects that vanish with a dropped container are omitted.
 *
 * @throws RangeError if the constraints contradict each other.
 */
export function dropOrder<Item extends DropConstraints>(declared: readonly Item[]): readonly Item[] {
  const keys = new Set(declared.map((item) => item.key));
  const remaining = declared.filter((item) => !item.within || !keys.has(item.within)).reverse();
  const vanished = new Map(
    declared.filter((item) => item.within && keys.has(item.within)).map((item) => [item.key, item.within as string]),
  );
  refuseNestedInItself(vanished);
  const carrier = (key: string): string => (vanished.has(key) ? carrier(vanished.get(key) as string) : key);
  const waits = waitsOf(remaining, declared, carrier);
  const ordered: Item[] = [];
  // The indexes of the objects that can be dropped, in order; the first of them is next.
  const ready = remaining.flatMap((item, place) => (waits.left.get(item.key) === 0 ? [place] : []));
  const places = new Map(remaining.map((item, place) => [item.key, place]));
  for (let place = ready.shift(); place !== undefined; place = ready.shift()) {
    const item = remaining[place] as Item;
    ordered.push(item);
    for (const key of waits.waiting.get(item.key) ?? []) {
      const left = (waits.left.get(key) ?? 0) - 1;
      waits.left.set(key, left);
      if (left === 0) insertSorted(ready, places.get(key) as number);
    }
  }
  if (ordered.length < remaining.length) {
    const stuck = remaining.filter((item) => (waits.left.get(item.key) ?? 0) > 0).map((item) => item.key);
    throw new RangeError(`These objects wait for each other to be dropped: ${stuck.join(', ')}.`);
  }
  return ordered;
}

/** Two objects inside each other would both be omitted and stay on the platform. */
function refuseNestedInItself(containers: ReadonlyMap<string, string>): void {
  for (const key of containers.keys()) {
    const seen = [key];
    for (let at = containers.get(key); at !== undefined; at = containers.get(at)) {
      if (seen.includes(at)) throw new RangeError(`These objects contain each other: ${seen.join(', ')}.`);
      seen.push(at);
    }
  }
}

/** The number of objects that each object waits for, and the objects that wait for it, by key. */
interface Waits {
  readonly left: Map<string, number>;
  readonly waiting: ReadonlyMap<string, ReadonlySet<string>>;
}

function waitsOf(
  remaining: readonly DropConstraints[],
  declared: readonly DropConstraints[],
  carrier: (key: string) => string,
): Waits {
  const left = new Map(remaining.map((item) => [item.key, 0]));
  const waiting = new Map<string, Set<string>>(remaining.map((item) => [item.key, new Set()]));
  const wait = (later: string, earlier: string): void => {
    const others = waiting.get(earlier);
    const count = left.get(later);
    if (later === earlier || count === undefined || !others || others.has(later)) return;
    others.add(later);
    left.set(later, count + 1);
  };
  for (const item of remaining) for (const key of item.dropAfter ?? []) wait(item.key, carrier(key));
  for (const item of declared) for (const key of item.blocks ?? []) wait(carrier(key), carrier(item.key));
  return { left, waiting };
}

function insertSorted(sorted: number[], value: number): void {
  const place = sorted.findIndex((each) => each > value);
  sorted.splice(place < 0 ? sorted.length : place, 0, value);
}
