import { errorFacts } from '../../kernel/errors/error-facts.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import { addTally, countAttempt, createTally } from './delivery-tally.ts';
import { startOfSpan } from './spans.ts';
import { type MinuteTally, writeTallies } from './write-tallies.ts';

/** Dependencies of {@link createDeliveryCounter}. */
export interface DeliveryCounterDependencies {
  readonly store: AllTenantsStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Runs work outside the caller's async context. */
  readonly detached: (work: () => void) => void;
}

/** A recorded attempt, as far as it is counted. */
interface CountedAttempt {
  readonly attempt: OwnedRow<'attempts'>;
  /** The next step of its delivery. */
  readonly decision: { readonly kind: string };
  /** True if another node had taken over the delivery. */
  readonly late: boolean;
}

/** The counter of a node. It counts in memory and adds its counts to the store at intervals. */
export interface DeliveryCounter {
  /** Counts an attempt that is recorded. Tests are not counted. */
  count(recorded: CountedAttempt): void;
  /** Adds all counts to the store. Never rejects: counts that cannot be written are kept for the next time. */
  flush(): Promise<void>;
}

/** Milliseconds from the first new count until counts are added to the store. */
const FLUSH_MS = 5000;
/** Maximum number of webhooks whose counts of the current minute are added at a time; the others wait for the minute's end. */
const MAX_UNFINISHED = 100;
/** Maximum number of tallies in one transaction, because a large one would delay deliveries. */
const SLICE = 500;
/** Maximum number of tallies in memory while the store refuses them. */
const MAX_WAITING = 20_000;

/**
 * Creates the counter of a node. Without attempts, it neither has a timer nor queries the store. With many active webhooks, each
 * costs one row a minute; with few, counts are in the store after five seconds. A process that dies loses the counts that it has
 * not yet added: those of the last seconds, and with more than a hundred active webhooks of the last minute.
 */
export function createDeliveryCounter({
  store,
  clock,
  logger,
  detached,
}: DeliveryCounterDependencies): DeliveryCounter {
  const minutes = new Map<number, Map<number, MinuteTally>>();
  let isArmed = false;
  let isFailing = false;
  let running: Promise<void> = Promise.resolve();

  const tallyOf = (tenant: string, webhookId: number, startsAt: number): MinuteTally => {
    let tallies = minutes.get(startsAt);
    if (!tallies) {
      tallies = new Map();
      minutes.set(startsAt, tallies);
    }
    let found = tallies.get(webhookId);
    if (!found) {
      found = { tenant, webhookId, startsAt, tally: createTally() };
      tallies.set(webhookId, found);
    }
    return found;
  };

  /** Removes and returns the tallies of past minutes, and some or all of the current one. */
  const take = (all: boolean): MinuteTally[] => {
    const current = startOfSpan(clock.now(), MINUTE_MS);
    const taken: MinuteTally[] = [];
    for (const [startsAt, tallies] of minutes) {
      const limit = all || startsAt < current ? Number.POSITIVE_INFINITY : MAX_UNFINISHED;
      const some = [...tallies.values()].slice(0, limit);
      for (const { webhookId } of some) tallies.delete(webhookId);
      if (tallies.size === 0) minutes.delete(startsAt);
      taken.push(...some);
    }
    return taken;
  };

  const keep = (tallies: readonly MinuteTally[], error: unknown): void => {
    let waiting = [...minutes.values()].reduce((sum, { size }) => sum + size, 0);
    let lost = 0;
    for (const { tenant, webhookId, startsAt, tally } of tallies) {
      const isNew = !minutes.get(startsAt)?.has(webhookId);
      if (isNew && waiting >= MAX_WAITING) {
        lost += 1;
        continue;
      }
      if (isNew) waiting += 1;
      addTally(tallyOf(tenant, webhookId, startsAt).tally, tally);
    }
    if (isFailing && lost === 0) return;
    isFailing = true;
    logger.warn('Adding delivery statistics to the store failed.', { ...errorFacts(error), waiting, lost });
  };

  const write = async (all: boolean): Promise<void> => {
    const tallies = take(all);
    for (let from = 0; from < tallies.length; from += SLICE) {
      try {
        await writeTallies(store, tallies.slice(from, from + SLICE));
        isFailing = false;
      } catch (error) {
        keep(tallies.slice(from), error);
        break;
      }
    }
    if (minutes.size > 0 && !all) arm();
  };

  const flush = (all: boolean): Promise<void> => {
    running = running.then(() => write(all));
    return running;
  };

  const arm = (): void => {
    if (isArmed) return;
    isArmed = true;
    detached(() =>
      clock.after(FLUSH_MS, () => {
        isArmed = false;
        void flush(false);
      }),
    );
  };

  return {
    count({ attempt, decision, late }) {
      if (attempt.trigger === 'test') return;
      const { tally } = tallyOf(attempt.tenant, attempt.webhookId, startOfSpan(attempt.createdAt, MINUTE_MS));
      countAttempt(tally, attempt, !late && (decision.kind === 'exhausted' || decision.kind === 'gone'));
      arm();
    },
    flush: () => flush(true),
  };
}
