/**
 * Returns `count` of the items, in an order that only depends on the seed.
 *
 * @param seed - an integer. The same seed gives the same sample of the same items.
 */
export function sampleFaults<Item>(items: readonly Item[], count: number, seed: number): readonly Item[] {
  const rest = [...items];
  const random = createRandom(seed);
  for (let index = 0; index < Math.min(count, rest.length); index += 1) {
    const other = index + Math.floor(random() * (rest.length - index));
    [rest[index], rest[other]] = [rest[other] as Item, rest[index] as Item];
  }
  return rest.slice(0, count);
}

/** Creates the generator mulberry32: numbers from 0 to below 1, with a separate sequence for each seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
