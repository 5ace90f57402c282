import fc from 'fast-check';

/** An action of an owner or of the host on one of two nodes. Receiver numbers wrap around. */
export type NodeStep =
  | { readonly kind: 'pass'; readonly ms: number }
  | {
      readonly kind: 'notify';
      readonly node: number;
      readonly count: number;
      readonly of: 'tagCreated' | 'tagDeleted';
    }
  | { readonly kind: 'pause' | 'go on' | 'rotate'; readonly node: number; readonly receiver: number };

const TWO_HOURS = 7_200_000;
const node = fc.nat(1);

/** Often too short for hanging requests to end, and sometimes long enough for a replaced secret to retire. */
export const passes: fc.Arbitrary<NodeStep> = fc.record({
  kind: fc.constant('pass' as const),
  ms: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 900 }) },
    { weight: 3, arbitrary: fc.integer({ min: 900, max: 40_000 }) },
    { weight: 1, arbitrary: fc.constant(TWO_HOURS) },
  ),
});

/** Changes of a webhook by its owner. */
export const changes: fc.Arbitrary<NodeStep> = fc.record({
  kind: fc.constantFrom('pause' as const, 'go on' as const, 'rotate' as const),
  node,
  receiver: fc.nat(3),
});

/** Concurrent notifications. @param most - their maximum number. */
export function notifies(of: 'tagCreated' | 'tagDeleted', most: number): fc.Arbitrary<NodeStep> {
  return fc.record({
    kind: fc.constant('notify' as const),
    node,
    count: fc.integer({ min: 1, max: most }),
    of: fc.constant(of),
  });
}
