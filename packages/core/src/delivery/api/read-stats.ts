import type { Clock } from '../../ports/clock.ts';
import type { RowOperations } from '../../ports/store/store.ts';
import type { Dispatcher } from '../dispatcher/create-dispatcher.ts';
import { heldIn } from '../endpoint-queues/held-counters.ts';
import type { WebhookStatsView } from '../views/webhook-views.ts';

/** Sources that {@link readStats} reads. */
export interface StatsSources {
  /** The rows of one tenant, or of all. */
  readonly store: Pick<RowOperations, 'find'>;
  readonly clock: Clock;
  /** @default the result has no activity of the node */
  readonly dispatcher?: Pick<Dispatcher, 'activity'> | undefined;
}

/** Returns the counts and ages of webhooks. Reads two rows per webhook. */
export async function readStats({ store, clock, dispatcher }: StatsSources): Promise<WebhookStatsView> {
  const now = clock.now();
  const webhooks = await store.find('webhooks', { where: { state: { not: 'deleted' } } });
  const ids = webhooks.map(({ id }) => id);
  const endpointQueues = await store.find('endpointQueues', { where: { webhookId: { in: ids } } });
  const inState = (state: string): number => webhooks.filter((webhook) => webhook.state === state).length;
  const due = endpointQueues.flatMap(({ nextDueAt }) => (nextDueAt !== null && nextDueAt <= now ? [nextDueAt] : []));
  return {
    webhooks: { active: inState('active'), paused: inState('paused'), disabled: inState('disabled') },
    openBreakers: webhooks.filter(({ breakerUntil }) => breakerUntil !== null).length,
    pending: endpointQueues.reduce((sum, { pending }) => sum + pending, 0),
    held: endpointQueues.reduce((sum, endpointQueue) => sum + heldIn(endpointQueue), 0),
    oldestDueMs: due.reduce((oldest, nextDueAt) => Math.max(oldest, now - nextDueAt), 0),
    ...(dispatcher && { node: await dispatcher.activity() }),
  };
}
