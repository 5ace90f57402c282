import type { RetryPolicy } from '../../options/retry-policy.ts';
import type { AllTenantsStore, AllTenantsTransaction, Patch } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import type { TenantSettings } from '../../settings/tenant-settings.ts';
import { openForMs } from '../breaker/breaker.ts';
import { lockEndpointQueues } from '../endpoint-queues/lock-endpoint-queues.ts';

/** Inputs for the correction of due times. */
export interface DueTimeContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly settings: Pick<TenantSettings, 'ofAll'>;
  readonly policy: RetryPolicy;
  /** Milliseconds by which the clock was set back, if this process has seen it; otherwise waits are counted from now. */
  readonly setBackMs?: number | undefined;
}

/** Rows in one transaction. */
const SLICE = 500;

/**
 * Corrects the times that were written while a clock was ahead, after it was set back: those of rows whose creation time is in
 * the future. First attempts become due immediately, others after their original wait, and the pauses of receivers get their
 * original length.
 *
 * @returns the webhooks whose endpoint queues are to be claimed.
 */
export async function correctDueTimes(store: AllTenantsStore, context: DueTimeContext): Promise<readonly number[]> {
  const newest = new Map<number, OwnedRow<'attempts'>>();
  const webhookIds = new Set<number>();
  const note = ({ webhookId }: { readonly webhookId: number }): void => void webhookIds.add(webhookId);
  for await (const events of futureRows(store, 'events', context.now)) {
    for (const correction of await correctFirstAttempts(store, events, context)) note(correction);
  }
  for await (const attempts of futureRows(store, 'attempts', context.now)) {
    for (const correction of await correctRetries(store, attempts, context)) note(correction);
    for (const attempt of attempts) {
      if (!newest.has(attempt.webhookId)) newest.set(attempt.webhookId, attempt);
    }
  }
  for (const webhookId of newest.keys()) webhookIds.add(webhookId);
  if (webhookIds.size === 0) return [];
  return store.transaction(async (transaction) => {
    const endpointQueues = await lockEndpointQueues(transaction, [...webhookIds]);
    await correctPauses(transaction, newest, context);
    // A claim determines when each of them is due.
    const late = [...endpointQueues.values()].filter(({ nextDueAt }) => nextDueAt !== null && nextDueAt > context.now);
    const ids = late.map(({ webhookId }) => webhookId);
    if (ids.length > 0)
      await transaction.update('endpointQueues', { webhookId: { in: ids } }, { nextDueAt: context.now });
    return ids;
  });
}

/** Yields rows that were written later than now, the newest first. It stops after many rows that were not. */
async function* futureRows<Table extends 'events' | 'attempts'>(
  store: AllTenantsStore,
  table: Table,
  now: number,
): AsyncGenerator<readonly OwnedRow<Table>[]> {
  for (let before: number | undefined; ; ) {
    const rows = await store.find<'events' | 'attempts'>(table, {
      ...(before !== undefined && { where: { id: { lt: before } } }),
      orderBy: [['id', 'desc']],
      limit: SLICE,
    });
    const future = rows.filter(({ createdAt }) => createdAt > now);
    if (future.length > 0) yield future as readonly OwnedRow<Table>[];
    if (rows.length < SLICE || future.length === 0) return;
    before = rows.at(-1)?.id;
  }
}

async function correctFirstAttempts(
  store: AllTenantsStore,
  events: readonly OwnedRow<'events'>[],
  { now }: DueTimeContext,
): Promise<readonly OwnedRow<'deliveries'>[]> {
  const eventId = { in: events.map(({ id }) => id) };
  const late = await store.find('deliveries', {
    where: { eventId, status: 'pending', attempts: 0, dueAt: { gt: now } },
  });
  const ids = late.map(({ id }) => id);
  if (ids.length > 0) {
    await store.update('deliveries', { id: { in: ids }, status: 'pending', attempts: 0 }, { dueAt: now });
  }
  return late;
}

async function correctRetries(
  store: AllTenantsStore,
  attempts: readonly OwnedRow<'attempts'>[],
  context: DueTimeContext,
): Promise<readonly OwnedRow<'deliveries'>[]> {
  const ids = attempts.flatMap(({ deliveryId }) => deliveryId ?? []);
  const late = await store.find('deliveries', {
    where: { id: { in: ids }, status: 'pending', dueAt: { gt: context.now } },
  });
  const settings = await context.settings.ofAll(late.map(({ tenant }) => tenant));
  const attemptOf = new Map(attempts.map((attempt) => [`${attempt.deliveryId} ${attempt.number}`, attempt]));
  for (const delivery of late) {
    const { id, attempts: number } = delivery;
    const attempt = attemptOf.get(`${id} ${number}`);
    const schedule = settings.get(delivery.tenant)?.webhookRetrySchedule ?? [];
    const dueAt = attempt && dueAfter(delivery, attempt, schedule, context);
    if (dueAt === undefined) continue;
    await store.update('deliveries', { id, status: 'pending', attempts: number }, { dueAt });
  }
  return late;
}

/** Returns the time at which a delivery is due after its last attempt; undefined if its due time is right. */
function dueAfter(
  { dueAt, attempts, attemptsBefore }: OwnedRow<'deliveries'>,
  { createdAt }: OwnedRow<'attempts'>,
  schedule: readonly number[],
  context: DueTimeContext,
): number | undefined {
  const { now, policy } = context;
  const planned = schedule[attempts - attemptsBefore - 1] ?? 0;
  // Within the possible range, or already corrected.
  if (dueAt - now <= planned * (1 + policy.jitter) || dueAt <= createdAt) return undefined;
  return corrected(dueAt, createdAt, context);
}

/** Returns the corrected value of a time that was set when a row was written. */
function corrected(time: number, writtenAt: number, { now, setBackMs }: DueTimeContext): number {
  return Math.max(now, setBackMs === undefined ? now + time - writtenAt : time - setBackMs);
}

/** Corrects the pauses of webhooks: they are counted from the newest attempt, as when it was recorded. */
async function correctPauses(
  transaction: AllTenantsTransaction,
  newest: ReadonlyMap<number, OwnedRow<'attempts'>>,
  context: DueTimeContext,
): Promise<void> {
  if (newest.size === 0) return;
  const webhooks = await transaction.find('webhooks', { where: { id: { in: [...newest.keys()] } }, lock: 'update' });
  for (const { id, breakerUntil, breakerStep, quietUntil } of webhooks) {
    const writtenAt = newest.get(id)?.createdAt ?? context.now;
    const most = context.now + openForMs(Math.max(breakerStep - 1, 0), context.policy.breaker);
    const patch: Patch<'webhooks'> = {
      ...(breakerUntil !== null &&
        breakerUntil > most && { breakerUntil: Math.min(most, corrected(breakerUntil, writtenAt, context)) }),
      ...(quietUntil !== null && quietUntil > writtenAt && { quietUntil: corrected(quietUntil, writtenAt, context) }),
    };
    if (Object.keys(patch).length > 0) await transaction.update('webhooks', { id }, patch);
  }
}
