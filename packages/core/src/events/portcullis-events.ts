import type { ChangeEvents } from '../bootstrap/change-events.ts';
import type { IntegrationEvents } from '../integrations/integration-events.ts';
import type { SecurityEvents } from '../security/security-events.ts';
import type { DeliveryEvents } from '../webhooks/delivery-events.ts';
import type { InstanceEvents } from './instance-events.ts';
import type { TypedEventSource } from './typed-events.ts';

/** Typed events for the host. None holds secrets. A listener that throws is logged and stops no other listener. */
export interface PortcullisEvents
  extends IntegrationEvents,
    ChangeEvents,
    DeliveryEvents,
    SecurityEvents,
    InstanceEvents {}

/** The name of an event. */
export type PortcullisEventName = keyof PortcullisEvents;

/** Subscriptions to {@link PortcullisEvents}. */
export interface EventSource extends TypedEventSource<PortcullisEvents> {}
