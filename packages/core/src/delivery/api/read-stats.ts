import type { Clock } from '../../ports/clock.ts';
import type { TenantStore } from '../../ports/store/store.ts';
import type { Dispatcher } from '../dispatcher/create-dispatcher.ts';
import { heldIn } from '../endpoint-queues/held-in.ts';
import type { WebhookStatsView } from '../views/webhook-views.ts';

/** Sources that {@link readStats} reads. */
export interface StatsSources {
  readonly store: TenantStore;
  readonly clock: Clock;
  readonly dispatcher: Pick<Dispatcher, 'activity'>;
}

/** Returns the counts and ages of an instance's webhooks. Reads two rows per webhook. */
export async function readStats({ store, clock, dispatcher }: StatsSources): Promise<WebhookStatsView> {
  const now = clock.now();
  const [webhooks, endpointQueues] = await Promise.all([
    store.find('webhooks', { where: { state: { not: 'deleted' } } }),
    store.find('endpointQueues'),
  ]);
  const inState = (state: string): number => webhooks.filter((webhook) => webhook.state === state).length;
  const due = endpointQueues.flatMap(({ nextDueAt }) => (nextDueAt !== null && nextDueAt <= now ? [nextDueAt] : []));
  return {
    webhooks: { active: inState('active'), paused: inState('paused'), disabled: inState('disabled') },
    openBreakers: webhooks.filter(({ breakerUntil }) => breakerUntil !== null).length,
    pending: endpointQueues.reduce((sum, { pending }) => sum + pending, 0),
    held: endpointQueues.reduce((sum, endpointQueue) => sum + heldIn(endpointQueue), 0),
    oldestDueMs: due.length === 0 ? 0 : now - Math.min(...due),
    node: await dispatcher.activity(),
  };
}
