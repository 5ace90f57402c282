import type { InstanceEvents } from '../../kernel/events/instance-events.ts';
import type { TypedEventSink, TypedEventSource } from '../../kernel/events/typed-events.ts';
import type { AttemptResult } from '../attempt/attempt-outcome.ts';

/** The delivery and the attempt of an event. */
export interface DeliveryFacts {
  readonly attemptId: number;
  readonly webhookId: number;
  readonly eventId: number;
  /** The notification kind. */
  readonly kind: string;
}

/** Events of notifications, deliveries and webhooks. */
export interface DeliveryEvents {
  /** A notification was published. */
  'notification.published': { readonly eventId: number; readonly kind: string; readonly deliveries: number };
  /** A delivery attempt ended. */
  'delivery.attempted': DeliveryFacts &
    AttemptResult & {
      /** The number of the automatic attempt of the delivery, from 1. */
      readonly number: number;
      readonly succeeded: boolean;
      readonly willRetryAt?: number;
    };
  /** A delivery has failed `webhooks.failingAfter` times, and is retried at `willRetryAt` (milliseconds since 1970). */
  'delivery.failing': DeliveryFacts &
    AttemptResult & {
      readonly number: number;
      readonly willRetryAt: number;
    };
  /** A delivery that had been reported as failing succeeded. */
  'delivery.recovered': DeliveryFacts & { readonly number: number };
  /** A delivery failed and is not retried automatically. */
  'delivery.exhausted': DeliveryFacts & AttemptResult;
  /** A webhook was paused, disabled or made active again. */
  'webhook.state': {
    readonly webhookId: number;
    readonly from: 'active' | 'paused' | 'disabled';
    readonly to: 'active' | 'paused' | 'disabled';
    readonly reason?: string;
  };
  /** Deliveries to a webhook pause because its receiver fails (`until`: milliseconds since 1970), or resume. */
  'webhook.breaker': {
    readonly webhookId: number;
    readonly state: 'open' | 'closed';
    readonly until?: number;
    readonly failures?: number;
    /** The number of times it has opened since the last success, from 1. */
    readonly step?: number;
    /** The status of the attempt that opened it; 500 without a response. */
    readonly statusCode?: number;
    /** The reason why there was no response. */
    readonly errorCode?: string;
    /**
     * True when only notifications about webhooks caused it (`OPERATIONAL_KINDS`): webhooks receive no notification of it.
     */
    readonly operational: boolean;
  };
  /** The endpoint queue of a webhook is full, so the backlog policy applies from now on. */
  'webhook.backlog': {
    readonly webhookId: number;
    readonly limit: number;
    readonly policy: 'hold' | 'drop-oldest' | 'reject';
    /**
     * True when only notifications about webhooks caused it (`OPERATIONAL_KINDS`): webhooks receive no notification of it.
     */
    readonly operational: boolean;
  };
  /**
   * Held deliveries were cancelled after the retention of failures (`days`): their webhook is paused or disabled, or lacks the
   * permission.
   */
  'webhook.expired': { readonly webhookId: number; readonly count: number; readonly days: number };
}

/** Emits the events of deliveries. */
export type DeliveryEventSink = TypedEventSink<DeliveryEvents & InstanceEvents>;

/** Subscribes to the events of deliveries. */
export type DeliveryEventSource = TypedEventSource<DeliveryEvents>;
