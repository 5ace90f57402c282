import type { ChangeEvents } from '../changes/apply/change-events.ts';
import type { DeliveryEvents } from '../delivery/events/delivery-events.ts';
import type { IntegrationEvents } from '../integrations/events/integration-events.ts';
import type { InstanceEvents } from '../kernel/events/instance-events.ts';
import type { TypedEventSource } from '../kernel/events/typed-events.ts';
import type { SecurityEvents } from '../security/reseal/security-events.ts';

/** Typed events for the host, without secrets. An error of a listener is logged and affects no other listener. */
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
