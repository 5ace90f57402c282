import { ServiceError } from '../../kernel/errors/service-error.ts';
import { createIntervalTask } from '../../kernel/lifetime/interval-task.ts';
import { createRounds } from '../../kernel/lifetime/rounds.ts';
import { takeLease } from '../../kernel/lifetime/take-lease.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { checkDrift } from '../drift/check-drift.ts';
import { isAhead } from '../plugin-versions/plugin-versions.ts';
import { forecastExpiries } from './expiry-forecast.ts';
import { validateIntegration } from './validate-integration.ts';

/** The name of the wake-ups and of the rounds. */
const RECURRING_VALIDATION = 'recurring-validation';

/** The lease of the node that is doing a round. */
const RUNNING_ROUND = 'recurring-validation:running';

/** Milliseconds after which a node that died in a round is not waited for: longer than one integration takes. */
const ROUND_LEASE_MS = 600_000;

/** Milliseconds until a changed period takes effect. */
const SCAN_MS = 60_000;

/** Validates enabled integrations again and again. */
export interface RecurringValidation {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Makes the recurring validation of a node. The period is a setting; 0 switches it off. When the last round began is kept in the
 * store, and one node alone does a round, from its beginning to its end.
 */
export function createRecurringValidation(engine: IntegrationDependencies): RecurringValidation {
  const { store, clock, settings, nodeId, instanceId } = engine;
  const rounds = createRounds(engine, { name: RECURRING_VALIDATION, seed: instanceId });

  const validateDue = async (signal: AbortSignal): Promise<void> => {
    const { recurringValidationPeriodMs: periodMs } = await settings.current();
    if (periodMs === 0) return;
    if (!(await rounds.take(periodMs))) return;
    // A round that takes longer than the period is not joined by another node.
    if (!(await takeLease(engine, RUNNING_ROUND, ROUND_LEASE_MS))) return;
    const mine = { name: RUNNING_ROUND, owner: nodeId };
    await checkAll(engine, signal, () => store.update('leases', mine, { until: clock.now() + ROUND_LEASE_MS }));
    await store.update('leases', mine, { until: clock.now() });
  };

  const recurring = createIntervalTask(engine, {
    name: RECURRING_VALIDATION,
    everyMs: SCAN_MS,
    work: validateDue,
    onError: (error) => report(engine, error),
  });

  return {
    async start() {
      await rounds.start();
      recurring.start();
    },
    stop: () => recurring.stop(),
  };
}

/** One round: one integration after the other, so that a round never takes more than one connection of the host. */
async function checkAll(
  engine: IntegrationDependencies,
  signal: AbortSignal,
  goOn: () => Promise<unknown>,
): Promise<void> {
  const records = await engine.store.find('integrations', {
    where: { status: { in: ['enabled', 'recurringValidationError'] } },
  });
  for (const record of records) {
    if (signal.aborted) return;
    await goOn();
    const checks = [
      forecastExpiries(engine, record),
      ...(isCheckable(engine, record) ? [checkOne(engine, record, signal)] : []),
    ];
    for (const end of await Promise.allSettled(checks)) {
      if (end.status === 'rejected' && !signal.aborted) report(engine, end.reason);
    }
  }
}

async function checkOne(
  engine: IntegrationDependencies,
  record: Row<'integrations'>,
  signal: AbortSignal,
): Promise<void> {
  await validateIntegration(engine, record, signal);
  if (!engine.options.driftDetection || signal.aborted) return;
  // A change that began meanwhile is no failure: the next round looks again.
  await checkDrift(engine, record.id, { signal }).catch((error: unknown) => {
    if (!ServiceError.isInstance(error)) throw error;
  });
}

/** Types without connections have nothing to check; types whose plugin is gone, or older than what it finds, cannot be. */
function isCheckable(engine: Pick<IntegrationDependencies, 'registry'>, record: Row<'integrations'>): boolean {
  const definition = engine.registry.find(record.type);
  return definition !== undefined && definition.stages.length > 0 && !isAhead(definition, record);
}

function report(engine: Pick<IntegrationDependencies, 'events' | 'logger'>, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  engine.logger.error('The recurring validation failed.', { error: message });
  engine.events.emit('background.error', { task: RECURRING_VALIDATION, message });
}
