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
  /** By how many milliseconds the clock was set back, where this process has seen it; else the wait is counted from now. */
  readonly setBackMs?: number | undefined;
}

/** Rows in one transaction. */
const SLICE = 500;

/**
 * Corrects what was timed while a clock was ahead that has been set back since: rows that were written in the future by their own
 * record. First attempts become due at once, others after the wait that they had, and a receiver is left alone no longer than it was
 * meant to be.
 *
 * @returns the webhooks whose endpoint queues are to be claimed.
 */
export async function correctDueTimes(store: AllTenantsStore, context: DueTimeContext): Promise<readonly number[]> {
  const newest = new Map<number, OwnedRow<'attempts'>>();
  const webhookIds = new Set<number>();
  const note = ({ webhookId }: { readonly webhookId: number }): void => void webhookIds.add(webhookId);
  for await (const events of futureRows(store, 'events', context.now)) {
    for (const each of await correctFirstAttempts(store, events, context)) note(each);
  }
  for await (const attempts of futureRows(store, 'attempts', context.now)) {
    for (const each of await correctRetries(store, attempts, context)) note(each);
    for (const attempt of attempts) {
      if (!newest.has(attempt.webhookId)) newest.set(attempt.webhookId, attempt);
    }
  }
  for (const webhookId of newest.keys()) webhookIds.add(webhookId);
  if (webhookIds.size === 0) return [];
  return store.transaction(async (transaction) => {
    const endpointQueues = await lockEndpointQueues(transaction, [...webhookIds]);
    await correctPauses(transaction, newest, context);
    // A claim finds out when each is due.
    const late = [...endpointQueues.values()].filter(({ nextDueAt }) => nextDueAt !== null && nextDueAt > context.now);
    const ids = late.map(({ webhookId }) => webhookId);
    if (ids.length > 0)
      await transaction.update('endpointQueues', { webhookId: { in: ids } }, { nextDueAt: context.now });
    return ids;
  });
}

/** Rows that were written later than now, the newest first. Behind many rows that were not, no other one is looked for. */
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

/** When a delivery is due again after its last attempt; undefined where its due time is right. */
function dueAfter(
  { dueAt, attempts, attemptsBefore }: OwnedRow<'deliveries'>,
  { createdAt }: OwnedRow<'attempts'>,
  schedule: readonly number[],
  context: DueTimeContext,
): number | undefined {
  const { now, policy } = context;
  const planned = schedule[attempts - attemptsBefore - 1] ?? 0;
  // As far off as it may be, or corrected already.
  if (dueAt - now <= planned * (1 + policy.jitter) || dueAt <= createdAt) return undefined;
  return corrected(dueAt, createdAt, context);
}

/** A time that was set when a row was written. */
function corrected(time: number, writtenAt: number, { now, setBackMs }: DueTimeContext): number {
  return Math.max(now, setBackMs === undefined ? now + time - writtenAt : time - setBackMs);
}

/** The pauses of webhooks: counted from the newest attempt, as they were when it was recorded. */
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
