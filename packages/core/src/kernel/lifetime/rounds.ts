import { createHash } from 'node:crypto';
import type { Row } from '../../ports/store/tables.ts';
import type { LeaseHolder } from './take-lease.ts';

/** Something that is done again and again, by one node of all. */
export interface Rounds {
  /** Lets the time of a first round begin, unless it has begun. The first one comes after half a period to a whole one. */
  start(): Promise<void>;
  /**
   * Begins the next round if it is due.
   *
   * @param periodMs - milliseconds from the beginning of one round to that of the next, give or take a tenth.
   * @returns whether this node does the round.
   */
  take(periodMs: number): Promise<boolean>;
}

/** The name and the seed of an interval. */
export interface RoundsOptions {
  readonly name: string;
  /** Makes instances of different customers differ. */
  readonly seed: string;
}

/**
 * Makes the rounds of a name. When the last one began is kept in the store: a restart neither skips rounds nor adds one, and
 * nodes that look at once agree on which of them it is. The store is asked only when a round seems due by what was seen last:
 * what others have begun since makes the next one later, never earlier.
 */
export function createRounds({ store, clock, nodeId }: LeaseHolder, { name, seed }: RoundsOptions): Rounds {
  let seen: Row<'leases'> | undefined;

  const last = async (): Promise<Row<'leases'> | undefined> => (await store.find('leases', { where: { name } }))[0];

  /** All nodes find the same jitter for the same round, so that looking more often brings no round forward. */
  const isDue = ({ until: began, generation }: Row<'leases'>, periodMs: number, now: number): boolean => {
    const fraction = fractionOf(seed, name, generation);
    const share = generation === 0 ? 0.5 + fraction / 2 : 0.9 + fraction / 5;
    return now >= began + periodMs * share;
  };

  return {
    async start() {
      const none = { name, owner: nodeId, until: clock.now(), generation: 0 };
      const [added] = await store.insertAbsent('leases', [none]);
      seen = added ?? (await last());
    },
    async take(periodMs) {
      const now = clock.now();
      const mayWait = (round: Row<'leases'>) => round.until <= now && !isDue(round, periodMs, now);
      if (seen && mayWait(seen)) return false;
      const round = await last();
      seen = round;
      if (!round || mayWait(round)) return false;
      const mine = { owner: nodeId, until: now, generation: { increment: 1 } };
      const taken = await store.update('leases', { name, generation: round.generation }, mine);
      seen = taken === 1 ? { ...round, owner: nodeId, until: now, generation: round.generation + 1 } : undefined;
      // A clock that was set back does not stop the rounds: what began in the future began now.
      return taken === 1 && round.until <= now;
    },
  };
}

/** A number from 0 to 1 that is the same each time. */
function fractionOf(...parts: readonly (string | number)[]): number {
  return createHash('sha256').update(JSON.stringify(parts)).digest().readUInt32BE(0) / 2 ** 32;
}
