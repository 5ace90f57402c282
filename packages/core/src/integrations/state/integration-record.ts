import type { SetupMode, Target } from '@portcullis/plugin-api';
import { INTEGRATION_STATUS_CHANGED } from '../../delivery/catalogue/integration-status-kind.ts';
import type { NotificationsService } from '../../delivery/publish/notifications-service.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StoreOperations, StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { IntegrationEventSink } from '../events/integration-events.ts';
import type { IntegrationStatus } from '../lifecycle/integration-status.ts';
import { ENDED_STATUSES, type LifecycleEvent, transition } from '../lifecycle/lifecycle.ts';
import { BY_SERVICE, type TimelineCause, writeStatusEntry } from '../timeline/write-timeline.ts';

/** A stored integration. */
export type IntegrationRecord = Row<'integrations'>;

/** Dependencies of a transition. */
export interface TransitionDependencies {
  readonly clock: Clock;
  readonly events: IntegrationEventSink;
  readonly notifications: NotificationsService;
}

/** Columns that may change together with the status. */
export type RecordPatch = Partial<
  Pick<
    IntegrationRecord,
    'config' | 'facts' | 'validationResults' | 'everEnabled' | 'pluginVersion' | 'statusReason' | 'autoBootstrap'
  >
>;

/**
 * Applies an event of the lifecycle by compare-and-set on id, status and version. The consequences are in the same transaction: released
 * claims, the entry of the timeline, the notification for webhooks. The event for the host is emitted after the commit.
 *
 * @param cause - the operation or the request. @default the service itself, without an operation
 * @returns the changed record, or undefined if another request changed it first or the event is not possible.
 */
export async function transitionIntegration(
  dependencies: TransitionDependencies,
  transaction: StoreTransaction,
  record: IntegrationRecord,
  event: LifecycleEvent,
  patch: RecordPatch = {},
  cause: TimelineCause = BY_SERVICE,
): Promise<IntegrationRecord | undefined> {
  const next = await changeStatus(dependencies, transaction, record, event, patch);
  const from = record.status as IntegrationStatus;
  if (next) await reportTransition(dependencies, transaction, next, { from, event, cause });
  return next;
}

/**
 * Changes the status like {@link transitionIntegration}, without a report: call {@link reportTransition} in the same transaction,
 * as soon as the cause is stored.
 */
export async function changeStatus(
  { clock }: Pick<TransitionDependencies, 'clock'>,
  transaction: StoreTransaction,
  record: IntegrationRecord,
  event: LifecycleEvent,
  patch: RecordPatch = {},
): Promise<IntegrationRecord | undefined> {
  const from = record.status as IntegrationStatus;
  const to = transition(from, event);
  if (!to) return undefined;
  const now = clock.now();
  const ended = ENDED_STATUSES.includes(to);
  const changes = {
    ...patch,
    status: to,
    statusReason: patch.statusReason ?? null,
    statusSince: now,
    updatedAt: now,
    version: record.version + 1,
    ...(ended ? { endedAt: now } : {}),
    // An earlier delete script removes only the earlier objects.
    ...(to === 'editing' || to === 'migrating' ? { deleteScriptAt: null } : {}),
  };
  const changed = await transaction.update(
    'integrations',
    { id: record.id, status: from, version: record.version },
    changes,
  );
  if (changed !== 1) return undefined;
  if (ended) await transaction.remove('targetClaims', { integrationId: record.id });
  return { ...record, ...changes };
}

/**
 * Adds a new status of an integration to its timeline, and reports it to the host and, if the host declared the kind, to
 * webhooks.
 */
export async function reportTransition(
  { events, notifications }: TransitionDependencies,
  transaction: StoreTransaction,
  record: IntegrationRecord,
  {
    from,
    event,
    cause,
  }: { readonly from: IntegrationStatus | null; readonly event: LifecycleEvent; readonly cause: TimelineCause },
): Promise<void> {
  await writeStatusEntry(transaction, record, { from, event }, cause);
  const to = record.status as IntegrationStatus;
  const reason = record.statusReason ?? undefined;
  transaction.afterCommit(() =>
    events.emit('integration.status', {
      integrationId: record.id,
      type: record.type,
      from,
      to,
      event,
      ...(reason === undefined ? {} : { reason }),
    }),
  );
  if (!notifications.kinds().includes(INTEGRATION_STATUS_CHANGED.kind)) return;
  const metadata = {
    modelId: record.id,
    modelType: 'integration',
    integrationType: record.type,
    fromStatus: from ?? 'none',
    toStatus: to,
    ...(cause.requestedBy === null ? {} : { actionBy: cause.requestedBy }),
  };
  await notifications.notify({ kind: INTEGRATION_STATUS_CHANGED.kind, metadata }, transaction);
}

/**
 * Reads a record that has not ended.
 *
 * @throws ServiceError `INTEGRATION_NOT_FOUND`
 */
export async function findIntegration(
  store: StoreOperations,
  id: number,
  options: { readonly withEnded?: boolean; readonly lock?: 'update' } = {},
): Promise<IntegrationRecord> {
  const { lock } = options;
  const [record] = await store.find('integrations', { where: { id }, ...(lock && { lock }) });
  if (record && (options.withEnded || !ENDED_STATUSES.includes(record.status as IntegrationStatus))) return record;
  throw new ServiceError(
    'INTEGRATION_NOT_FOUND',
    `There is no integration with the id ${id}: GET /integrations lists them.`,
    { details: { id: String(id) } },
  );
}

/** Returns the set-up mode of a stored integration. */
export function modeOfRecord(record: IntegrationRecord): SetupMode {
  return record.autoBootstrap ? 'automatic' : 'manual';
}

/** Returns the target of a stored integration, or null. */
export function targetOfRecord(record: IntegrationRecord): (Target & { readonly scope?: string }) | null {
  return record.target as Target | null;
}
