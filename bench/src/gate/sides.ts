import type { Pair } from './judge-costs.ts';

/** The two checkouts of a comparison. */
const SIDES = ['present', 'other'] as const;

type Side = (typeof SIDES)[number];

/** One value for each checkout. */
export type BySide<Value> = Readonly<Record<Side, Value>>;

/** Does something for both checkouts, one after the other: the other one is first in every second turn. */
export async function inTurn<Value>(turn: number, act: (side: Side) => Promise<Value>): Promise<BySide<Value>> {
  const results: Partial<Record<Side, Value>> = {};
  for (const side of turn % 2 === 0 ? SIDES : SIDES.toReversed()) results[side] = await act(side);
  return results as BySide<Value>;
}

/** Does something for both checkouts concurrently: on a busy machine, several processes start sooner than one after the other. */
export async function forBoth<Value>(act: (side: Side) => Promise<Value>): Promise<BySide<Value>> {
  const [present, other] = await Promise.all([act('present'), act('other')]);
  return { present, other };
}

/** The processes of both checkouts that take part in some measurements. */
export interface Arm {
  /** Measures every subject once for each checkout; returns the costs by subject. */
  measure(round: number): Promise<ReadonlyMap<string, Pair>>;
  /** Ends the processes. */
  close(): Promise<void>;
}
