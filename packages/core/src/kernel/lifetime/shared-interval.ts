import { createHash } from 'node:crypto';
import type { Row } from '../../ports/store/tables.ts';
import type { LeaseHolder } from './take-lease.ts';

/**
 * An interval that the nodes of a store share: whenever a round is due, exactly one of them does it. The store decides which, whereas
 * the queue distributes an `IntervalTask`, which two nodes may do at the same time.
 */
export interface SharedInterval {
  /**
   * Starts the period before the first round, unless it has started. The first round is due after half a period to a whole one.
   */
  start(): Promise<void>;
  /**
   * Starts the next round if it is due.
   *
   * @param periodMs - milliseconds between the starts of two rounds, with a jitter of a tenth.
   * @returns whether this node does the round.
   */
  take(periodMs: number): Promise<boolean>;
}

/** Options of {@link createSharedInterval}. */
export interface SharedIntervalOptions {
  /** The name of its row in the store. */
  readonly name: string;
  /** The seed of the jitter, which differs between instances. */
  readonly seed: string;
}

/**
 * Creates the {@link SharedInterval} of a name. The store has the start of the last round, so a restart neither skips nor adds a round, and only
 * one of several nodes starts it. A node reads the store only when a round is due according to its last read, because rounds of
 * other nodes make the next one later, never earlier.
 */
export function createSharedInterval(
  { store, clock, nodeId }: LeaseHolder,
  { name, seed }: SharedIntervalOptions,
): SharedInterval {
  let seen: Row<'leases'> | undefined;

  const last = async (): Promise<Row<'leases'> | undefined> => (await store.find('leases', { where: { name } }))[0];

  /** All nodes compute the same jitter for a round, so that frequent checks do not bring it forward. */
  const isDue = ({ until: began, generation }: Row<'leases'>, periodMs: number, now: number): boolean => {
    const fraction = fractionOf(seed, name, generation);
    const share = generation === 0 ? 0.5 + fraction / 2 : 0.9 + fraction / 5;
    return now >= began + periodMs * share;
  };

  const start = async (): Promise<void> => {
    const none = { name, owner: nodeId, until: clock.now(), generation: 0 };
    const [added] = await store.insertAbsent('leases', [none]);
    seen = added ?? (await last());
  };

  return {
    start,
    async take(periodMs) {
      const now = clock.now();
      const mayWait = (round: Row<'leases'>) => round.until <= now && !isDue(round, periodMs, now);
      if (seen && mayWait(seen)) return false;
      const round = await last();
      seen = round;
      // The tenant of the interval was removed, and another one, or the same, has its id.
      if (!round) await start();
      if (!round || mayWait(round)) return false;
      const mine = { owner: nodeId, until: now, generation: { increment: 1 } };
      const taken = await store.update('leases', { name, generation: round.generation }, mine);
      seen = taken === 1 ? { ...round, owner: nodeId, until: now, generation: round.generation + 1 } : undefined;
      // A clock that was set back does not stop the rounds: a start in the future counts as now.
      return taken === 1 && round.until <= now;
    },
  };
}

/** Returns a number from 0 to 1 that depends only on the parts. */
function fractionOf(...parts: readonly (string | number)[]): number {
  return createHash('sha256').update(JSON.stringify(parts)).digest().readUInt32BE(0) / 2 ** 32;
}
