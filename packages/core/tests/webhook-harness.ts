import { createFakeTransport, type FakeResponse } from '@portcullis/testing';
import type { PortcullisEventName, PortcullisEvents } from '../src/composition/portcullis-events.ts';
import { admin, createDeliveryEngine, type DeliveryEngineOptions } from './delivery-engine.ts';
import { webhookBody } from './support/webhook-body.ts';

/** A notification for every webhook of {@link webhookBody}. */
export const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;

/** An engine with a transport that responds as the test requires, and further functions for tests of endpoints. */
export async function createWebhookHarness(response: FakeResponse, options: Partial<DeliveryEngineOptions> = {}) {
  const transport = createFakeTransport(response);
  const engine = await createDeliveryEngine({ transport, ...options });
  return {
    ...engine,
    transport,
    /** Creates a webhook; returns its id. */
    async subscribe(overrides: Readonly<Record<string, unknown>> = {}): Promise<number> {
      const { createdWebhooks } = await engine.webhooks.create(admin, { webhooks: [webhookBody(overrides)] });
      return createdWebhooks[0]?.id as number;
    },
    /** Publishes `count` notifications in sequence. */
    async notify(count = 1): Promise<void> {
      for (let each = 0; each < count; each += 1) await engine.notifications.notify(tag);
    },
    /** Returns the number of deliveries in each status. */
    async statuses(): Promise<Readonly<Record<string, number>>> {
      const counts: Record<string, number> = {};
      for (const { status } of await engine.store.find('deliveries')) counts[status] = (counts[status] ?? 0) + 1;
      return counts;
    },
    /** Returns the events that are emitted under a name from this call on. */
    emitted<Name extends PortcullisEventName>(name: Name): PortcullisEvents[Name][] {
      const events: PortcullisEvents[Name][] = [];
      engine.events.on(name, (event) => events.push(event));
      return events;
    },
  };
}
