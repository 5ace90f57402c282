import { createHash } from 'node:crypto';
import type { LeaseHolder } from './take-lease.ts';

/** Something that is done again and again, by one node of all. */
export interface Round {
  readonly name: string;
  /** Milliseconds from the beginning of one round to that of the next, give or take a tenth. */
  readonly periodMs: number;
}

/** Lets the time of a first round begin, unless it has begun. The first one comes after half a period to a whole one. */
export async function startRounds({ store, clock, nodeId }: LeaseHolder, name: string): Promise<void> {
  await store.insertAbsent('leases', [{ name, owner: nodeId, until: clock.now(), generation: 0 }]);
}

/**
 * Begins the next round if it is due. When the last one began is kept in the store: a restart neither skips rounds nor adds one,
 * and nodes that look at once agree on which of them it is.
 *
 * @param seed - makes instances of different customers differ.
 * @returns whether this node does the round.
 */
export async function takeRound(holder: LeaseHolder, { name, periodMs }: Round, seed: string): Promise<boolean> {
  const { store, clock, nodeId } = holder;
  const now = clock.now();
  const [last] = await store.find('leases', { where: { name } });
  if (!last) return false;
  // All nodes find the same jitter for the same round, so that looking more often brings no round forward.
  const fraction = fractionOf(seed, name, last.generation);
  const share = last.generation === 0 ? 0.5 + fraction / 2 : 0.9 + fraction / 5;
  // A clock that was set back does not stop the rounds: what began in the future began now.
  const due = Math.min(last.until, now) + periodMs * share;
  if (now < due && last.until <= now) return false;
  const mine = { owner: nodeId, until: now, generation: { increment: 1 } };
  return (await store.update('leases', { name, generation: last.generation }, mine)) === 1 && last.until <= now;
}

/** A number from 0 to 1 that is the same each time. */
function fractionOf(...parts: readonly (string | number)[]): number {
  return createHash('sha256').update(JSON.stringify(parts)).digest().readUInt32BE(0) / 2 ** 32;
}
