import type { Pair } from './compare-costs.ts';

/** The two checkouts of a comparison. */
const SIDES = ['present', 'other'] as const;

type Side = (typeof SIDES)[number];

/** One value for each checkout. */
export type BySide<Value> = Readonly<Record<Side, Value>>;

/**
 * Runs a function for both checkouts in sequence. The order alternates: every second call begins with the other
 * checkout.
 */
export async function inTurn<Value>(turn: number, act: (side: Side) => Promise<Value>): Promise<BySide<Value>> {
  const results: Partial<Record<Side, Value>> = {};
  for (const side of turn % 2 === 0 ? SIDES : SIDES.toReversed()) results[side] = await act(side);
  return results as BySide<Value>;
}

/**
 * Runs a function for both checkouts concurrently. On a busy machine, several processes start sooner concurrently than
 * in sequence.
 */
export async function forBoth<Value>(act: (side: Side) => Promise<Value>): Promise<BySide<Value>> {
  const [present, other] = await Promise.all([act('present'), act('other')]);
  return { present, other };
}

/** The processes of both checkouts for a number of measurements. */
export interface Workload {
  /** Measures every subject once for each checkout; returns the costs by subject. */
  measure(round: number): Promise<ReadonlyMap<string, Pair>>;
  /** Ends the processes. */
  close(): Promise<void>;
}
