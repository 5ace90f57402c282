import { DAY_MS } from '../../../kernel/time/durations.ts';
import type { Settings } from '../../../options/settings.ts';
import type { AllTenantsStore, RowOperations } from '../../../ports/store/store.ts';
import { cancelledHeld } from '../../endpoint-queues/held-counters.ts';
import { lockEndpointQueues } from '../../endpoint-queues/lock-endpoint-queues.ts';

/** Maximum number of deliveries in one transaction, because large ones would delay others. */
const SLICE = 200;

/** The cancelled held deliveries of one webhook. */
export interface ExpiredDeliveries {
  readonly tenant: string;
  readonly webhookId: number;
  readonly count: number;
  /** The days after which they expired. */
  readonly days: number;
}

/** The rules of the retention. */
export interface RetentionRules {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Returns the days for which a tenant's deliveries are kept. */
  readonly daysOf: (tenant: string) => Promise<Settings['webhookRetentionDays']>;
}

/**
 * Cancels deliveries that have been held for too long because their webhook is paused or disabled, or its owner lacks the
 * permission. Deliveries that only wait for room are kept at any age. In slices, oldest first.
 */
export async function expireHeld(
  store: AllTenantsStore,
  { now, daysOf }: RetentionRules,
  signal: AbortSignal,
): Promise<readonly ExpiredDeliveries[]> {
  const expired: ExpiredDeliveries[] = [];
  for (let last = 0; !signal.aborted; ) {
    const [oldest] = await store.find('deliveries', {
      where: { status: 'held', webhookId: { gt: last } },
      orderBy: [
        ['webhookId', 'asc'],
        ['id', 'asc'],
      ],
      limit: 1,
    });
    if (!oldest) break;
    const { tenant, webhookId, createdAt } = oldest;
    last = webhookId;
    const { failed: days } = await daysOf(tenant);
    const before = now - days * DAY_MS;
    if (createdAt >= before) continue;
    let count = 0;
    for (let full = true; full && !signal.aborted; ) {
      const cancelled = await store.transaction((open) => expireSome(open, webhookId, { now, before }));
      count += cancelled;
      full = cancelled === SLICE;
    }
    if (count > 0) expired.push({ tenant, webhookId, count, days });
  }
  return expired;
}

async function expireSome(
  transaction: RowOperations,
  webhookId: number,
  { now, before }: { readonly now: number; readonly before: number },
): Promise<number> {
  await lockEndpointQueues(transaction, [webhookId]);
  const [webhook] = await transaction.find('webhooks', { where: { id: webhookId } });
  const isActive = webhook?.state === 'active';
  const rows = await transaction.find('deliveries', {
    where: { webhookId, status: 'held', ...(isActive ? { holdReason: 'permission' } : {}) },
    orderBy: [['id', 'asc']],
    limit: SLICE,
    lock: 'update',
  });
  const old = rows.filter(({ createdAt }) => createdAt < before);
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  await transaction.update('deliveries', { id: { in: ids } }, { status: 'cancelled', holdReason: null, doneAt: now });
  await transaction.update('endpointQueues', { webhookId }, cancelledHeld(old, isActive));
  return old.length;
}
