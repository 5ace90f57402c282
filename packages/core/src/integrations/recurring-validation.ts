import { checkDrift } from '../drift/check-drift.ts';
import { ServiceError } from '../errors/service-error.ts';
import { takeLease } from '../lifetime/take-lease.ts';
import { isAhead } from '../migration/plugin-versions.ts';
import type { Row } from '../ports/store/tables.ts';
import type { Engine } from './engine.ts';
import { validateIntegration } from './validate-integration.ts';

/** The name of the wake-ups, and of the lease that lets one node alone do the work. */
const RECURRING_VALIDATION = 'recurring-validation';

/** How soon a changed period is noticed, in milliseconds. */
const LOOK_MS = 60_000;

/** Validates enabled integrations again and again. */
export interface RecurringValidation {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Makes the recurring validation of a node. The period is a setting; 0 switches it off. Rounds begin with jitter, so that
 * nodes and customers' platforms are not hit at the same moment, and a lease lets one node alone do a round.
 */
export function createRecurringValidation(engine: Engine): RecurringValidation {
  const { queue, clock, random, settings } = engine;
  let stopHandling: (() => Promise<void>) | undefined;
  let last = clock.now();
  let share = 0.5 + random.fraction() / 2;

  const look = async (signal: AbortSignal): Promise<void> => {
    const { recurringValidationPeriodMs: period } = await settings.current();
    if (period > 0 && clock.now() >= last + period * share) {
      last = clock.now();
      share = 0.9 + random.fraction() / 5;
      if (await takeLease(engine, RECURRING_VALIDATION, period / 2)) await validateAll(engine, signal);
    }
  };

  return {
    async start() {
      stopHandling = queue.handle(RECURRING_VALIDATION, async (_key, signal) => {
        await look(signal).catch((error: unknown) => report(engine, error));
        if (!signal.aborted) await queue.wake({ name: RECURRING_VALIDATION, key: 'all', at: clock.now() + LOOK_MS });
      });
      await queue.wake({ name: RECURRING_VALIDATION, key: 'all', at: clock.now() + LOOK_MS });
    },
    async stop() {
      await stopHandling?.();
    },
  };
}

/** One round: one integration after the other, so that a round never takes more than one connection of the host. */
async function validateAll(engine: Engine, signal: AbortSignal): Promise<void> {
  const records = await engine.store.find('integrations', {
    where: { status: { in: ['enabled', 'recurringValidationError'] } },
  });
  for (const record of records.filter((each) => isCheckable(engine, each))) {
    if (signal.aborted) return;
    await checkOne(engine, record, signal).catch((error: unknown) => {
      if (!signal.aborted) report(engine, error);
    });
  }
}

async function checkOne(engine: Engine, record: Row<'integrations'>, signal: AbortSignal): Promise<void> {
  await validateIntegration(engine, record, signal);
  if (!engine.options.driftDetection || signal.aborted) return;
  // A change that began meanwhile is no failure: the next round looks again.
  await checkDrift(engine, record.id, { signal }).catch((error: unknown) => {
    if (!ServiceError.isInstance(error)) throw error;
  });
}

/** Types without connections have nothing to check; types whose plugin is gone, or older than what it finds, cannot be. */
function isCheckable(engine: Engine, record: Row<'integrations'>): boolean {
  const definition = engine.registry.find(record.type);
  return definition !== undefined && definition.stages.length > 0 && !isAhead(definition, record);
}

function report(engine: Engine, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  engine.logger.error('The recurring validation failed.', { error: message });
  engine.events.emit('background.error', { task: RECURRING_VALIDATION, message });
}
