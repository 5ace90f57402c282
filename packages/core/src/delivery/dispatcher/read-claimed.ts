import type { AllTenantsStore } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import { ClaimedDelivery } from '../claim/claimed-delivery.ts';

/**
 * Reads the webhooks and the events of leased deliveries. Those without a webhook or an event, of a tenant that is being imported or
 * removed, are omitted.
 */
export async function readClaimed(
  store: Pick<AllTenantsStore, 'find'>,
  deliveries: readonly OwnedRow<'deliveries'>[],
): Promise<readonly ClaimedDelivery[]> {
  const webhookIds = [...new Set(deliveries.map(({ webhookId }) => webhookId))];
  const eventIds = [...new Set(deliveries.map(({ eventId }) => eventId))];
  const webhooks = await store.find('webhooks', { where: { id: { in: webhookIds } } });
  const events = await store.find('events', { where: { id: { in: eventIds } } });
  const webhookOf = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
  const eventOf = new Map(events.map((event) => [event.id, event]));
  return deliveries.flatMap((delivery) => {
    const webhook = webhookOf.get(delivery.webhookId);
    const event = eventOf.get(delivery.eventId);
    return webhook && event ? [new ClaimedDelivery({ delivery, webhook, event })] : [];
  });
}
