import { reportBackgroundError } from '../../kernel/events/report-background-error.ts';
import { type OfTenant, ofTenant } from '../../kernel/events/typed-events.ts';
import { createIntervalTask } from '../../kernel/lifetime/interval-task.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/time/durations.ts';
import type { AllTenantsOperations, AllTenantsStore, Match } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { IntegrationEventSink } from '../events/integration-events.ts';
import { type TransitionDependencies, transitionIntegration } from '../state/integration-record.ts';
import { pruneTimeline } from '../timeline/prune-timeline.ts';
import { pruneExpiryLeases } from '../validation/prune-expiry-leases.ts';
import { emitFinished, finishOperation } from './finish-operation.ts';
import { interruptionEvent } from './interruption-event.ts';

/** The name of the reaper's wake-ups. */
const REAP = 'reap-operations';

/** Finalizes operations whose process died: their lease has expired. */
export interface Reaper {
  /** Scans once, and again whenever a lease expires. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Dependencies of {@link createReaper}. */
export interface ReaperDependencies
  extends Pick<IntegrationDependencies, 'clock' | 'queue' | 'logger' | 'options' | 'nodeId'> {
  readonly store: AllTenantsStore;
  readonly events: IntegrationEventSink;
  /** Returns the dependencies of operations of a tenant. */
  readonly dependenciesOf: (tenant: string) => Promise<IntegrationDependencies>;
}

/** Creates the reaper of a node. Several nodes may run it, because it ends each operation by compare-and-set. */
export function createReaper(dependencies: ReaperDependencies): Reaper {
  const { store, clock, options, nodeId, dependenciesOf } = dependencies;
  // On a store for a single process, every earlier holder of a lease is dead, regardless of the lease.
  const isDead = store.shared ? () => ({ leaseUntil: { lte: clock.now() } }) : () => ({ leaseOwner: { not: nodeId } });

  let prunesAt = 0;
  const pruneDaily = async (): Promise<void> => {
    if (clock.monotonic() < prunesAt) return;
    prunesAt = clock.monotonic() + HOUR_MS;
    try {
      await pruneTimeline(store, clock.now() - options.timelineRetentionDays * DAY_MS);
      await pruneExpiryLeases(store, clock.now());
      prunesAt = clock.monotonic() + DAY_MS;
    } catch (error) {
      const line = 'Pruning timelines and leases failed. The next attempt is in an hour.';
      reportBackgroundError(dependencies, { task: REAP, line }, error);
    }
  };

  /** One operation that cannot be ended must not keep the others busy. The next run tries again. */
  const endOrReport = async (operation: Row<'operations'> & Required<OfTenant>): Promise<void> => {
    try {
      await endDeadOperation(await dependenciesOf(operation.tenant), operation, isDead);
    } catch (error) {
      const { id: operationId, integrationId, tenant } = operation;
      const details = { integrationId, operationId, ...ofTenant(tenant) };
      const line = 'An interrupted operation could not be ended. The next run of the reaper tries again.';
      reportBackgroundError(dependencies, { task: REAP, line, details }, error);
    }
  };

  const reap = async (signal: AbortSignal): Promise<void> => {
    const dead = await store.find('operations', { where: { status: 'running', ...isDead() } });
    for (const operation of dead) await endOrReport(operation);
    await removeEnded(dependencies, signal);
    await pruneDaily();
  };

  const recurring = createIntervalTask(dependencies, {
    name: REAP,
    everyMs: store.shared ? options.leaseMs : HOUR_MS,
    work: reap,
    onError: (error) =>
      reportBackgroundError(dependencies, { task: REAP, line: 'Looking for interrupted operations failed.' }, error),
  });

  return {
    async start() {
      await reap(new AbortController().signal);
      recurring.start();
    },
    stop: () => recurring.stop(),
  };
}

async function endDeadOperation(
  dependencies: TransitionDependencies & Pick<IntegrationDependencies, 'store'>,
  operation: Row<'operations'>,
  isDead: () => Match<'operations'>,
): Promise<void> {
  const message = `The process that ran this operation stopped. The journal says what was done (GET /integrations/${operation.integrationId}/operations); PUT or DELETE continues from there.`;
  const recorded = await dependencies.store.transaction(async (transaction) => {
    // A process that was suspended renews its lease when it continues, at the same moment as others look for expired ones.
    const where = { id: operation.id, status: 'running', ...isDead() };
    const [stillDead] = await transaction.find('operations', { where, lock: 'update' });
    if (!stillDead) return false;
    const ended = await finishOperation(transaction, dependencies.clock, operation, 'interrupted', {
      class: 'internal',
      message,
    });
    if (!ended) return false;
    await transaction.update(
      'journalEntries',
      { operationId: operation.id, status: 'intended' },
      { status: 'unknown', finishedAt: dependencies.clock.now() },
    );
    const [record] = await transaction.find('integrations', { where: { id: operation.integrationId } });
    const event = record && (await interruptionEvent(transaction, record, operation.id));
    const cause = { requestedBy: null, operationId: operation.id };
    if (record && event)
      await transitionIntegration(dependencies, transaction, record, event, { statusReason: message }, cause);
    return true;
  });
  if (recorded) emitFinished(dependencies, operation, 'interrupted');
}

/** Maximum number of integrations that are removed in one transaction. */
const SLICE = 100;

/** Removes the records of deleted and disabled integrations, with their operations, after their retention for pollers. */
async function removeEnded(
  { store, clock, options }: Pick<ReaperDependencies, 'store' | 'clock' | 'options'>,
  signal: AbortSignal,
): Promise<void> {
  const before = clock.now() - options.endedRetentionDays * DAY_MS;
  for (let full = true; full; ) {
    signal.throwIfAborted();
    const ended = await store.find('integrations', { where: { endedAt: { lt: before } }, limit: SLICE });
    const ids = ended.map(({ id }) => id);
    if (ids.length > 0) await store.transaction((transaction) => removeRecords(transaction, ids));
    full = ids.length === SLICE;
  }
}

/** Removes integrations with everything that is stored about them. */
async function removeRecords(transaction: Pick<AllTenantsOperations, 'remove'>, ids: readonly number[]): Promise<void> {
  const integrationId = { in: ids };
  await transaction.remove('journalEntries', { integrationId });
  await transaction.remove('operations', { integrationId });
  await transaction.remove('managedObjects', { integrationId });
  await transaction.remove('driftReports', { integrationId });
  await transaction.remove('timelineEntries', { integrationId });
  await transaction.remove('integrations', { id: { in: ids } });
}
