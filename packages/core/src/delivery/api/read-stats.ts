import type { Clock } from '../../ports/clock.ts';
import type { RowOperations, Where } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { Dispatcher } from '../dispatcher/create-dispatcher.ts';
import { heldIn } from '../endpoint-queues/held-counters.ts';
import type { WebhookStatsView } from '../views/webhook-views.ts';

/** Sources that {@link readStats} reads. */
export interface StatsSources {
  /** The rows of one tenant, or of all. */
  readonly store: Pick<RowOperations, 'find' | 'count'>;
  readonly clock: Clock;
  /** @default the result has no activity of the node */
  readonly dispatcher?: Pick<Dispatcher, 'activity'> | undefined;
}

/** An endpoint queue in which something waits. */
const BUSY = [
  { pending: { gt: 0 } },
  { overflow: { gt: 0 } },
  { recovering: { gt: 0 } },
  { held: { gt: 0 } },
  { nextDueAt: { not: null } },
] as const satisfies Where<'endpointQueues'>;

/** Returns the counts and ages of webhooks. Reads a row for each webhook for which something waits, and counts the others. */
export async function readStats({ store, clock, dispatcher }: StatsSources): Promise<WebhookStatsView> {
  const now = clock.now();
  const [active, paused, disabled, openBreakers] = await Promise.all([
    ...['active', 'paused', 'disabled'].map((state) => store.count('webhooks', { state })),
    store.count('webhooks', { state: { not: 'deleted' }, breakerUntil: { not: null } }),
  ]);
  const endpointQueues = await withoutDeleted(store, await store.find('endpointQueues', { where: BUSY }));
  const due = endpointQueues.flatMap(({ nextDueAt }) => (nextDueAt !== null && nextDueAt <= now ? [nextDueAt] : []));
  return {
    webhooks: { active: Number(active), paused: Number(paused), disabled: Number(disabled) },
    openBreakers: Number(openBreakers),
    pending: endpointQueues.reduce((sum, { pending }) => sum + pending, 0),
    held: endpointQueues.reduce((sum, endpointQueue) => sum + heldIn(endpointQueue), 0),
    oldestDueMs: due.reduce((oldest, nextDueAt) => Math.max(oldest, now - nextDueAt), 0),
    ...(dispatcher && { node: await dispatcher.activity() }),
  };
}

/** Deliveries of deleted webhooks do not wait: they are being cancelled. */
async function withoutDeleted(
  store: StatsSources['store'],
  endpointQueues: readonly Row<'endpointQueues'>[],
): Promise<readonly Row<'endpointQueues'>[]> {
  const id = { in: endpointQueues.map(({ webhookId }) => webhookId) };
  const deleted = await store.find('webhooks', { where: { id, state: 'deleted' } });
  const ids = new Set(deleted.map((webhook) => webhook.id));
  return endpointQueues.filter(({ webhookId }) => !ids.has(webhookId));
}
