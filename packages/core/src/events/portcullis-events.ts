import type { IntegrationStatus } from '../integrations/integration-status.ts';
import type { ValidationResults, ValidationTestResult } from '../validation/validation-results.ts';
import type { ValidationRunFacts } from '../validation/validation-run-facts.ts';

/** Which delivery an event is about, and by which attempt. */
export interface DeliveryFacts {
  readonly attemptId: number;
  readonly webhookId: number;
  readonly eventId: number;
  /** The notification kind. */
  readonly kind: string;
}

/** Typed events for the host. None holds secrets. A listener that throws is logged and stops nobody else. */
export interface PortcullisEvents {
  /** An integration changed its status; emitted after the commit. */
  'integration.status': {
    readonly integrationId: number;
    readonly type: string;
    readonly from: IntegrationStatus | null;
    readonly to: IntegrationStatus;
    readonly event: string;
    readonly reason?: string;
  };
  /** A validation run begins. */
  'validation.started': ValidationRunFacts;
  /** A validation test begins. Those that are skipped do not. */
  'validation.testStarted': ValidationRunFacts & {
    /** The place of the test among all of them, from 1. */
    readonly position: number;
    readonly test: Pick<ValidationTestResult, 'id' | 'name' | 'phase'>;
  };
  /** A validation test ended, or was skipped. */
  'validation.test': ValidationRunFacts & { readonly position: number; readonly test: ValidationTestResult };
  /** A validation run ended. */
  'validation.finished': ValidationRunFacts & {
    readonly status: ValidationResults['status'];
    readonly durationMs: number;
  };
  /** An operation begins, or waits for its turn on the platform. */
  'operation.started': {
    readonly integrationId: number;
    readonly operationId: number;
    readonly kind: string;
    /** Statements that its plan has. */
    readonly total: number;
  };
  /** A statement is about to run (`intended`), ran or failed. Undoing one is a statement of its own, in the other direction. */
  'operation.statement': {
    readonly integrationId: number;
    readonly operationId: number;
    /** Its number in the journal, from 1. */
    readonly position: number;
    /** Statements that the plan has: what is there already needs none, and undoing adds some. */
    readonly total: number;
    readonly direction: 'forward' | 'compensation';
    readonly status: 'intended' | 'done' | 'failed' | 'unknown' | 'skipped';
    readonly object: { readonly key: string; readonly kind: string; readonly name: string };
    /** The canonical text, with slots where secrets stand. */
    readonly statement: string;
    readonly message?: string;
  };
  /** An operation ended. */
  'operation.finished': {
    readonly integrationId: number;
    readonly operationId: number;
    readonly kind: string;
    readonly status: 'succeeded' | 'failed' | 'interrupted';
    readonly durationMs: number;
  };
  /**
   * A platform began or ceased to differ from what its integration made there; emitted after the commit. The status stays: the
   * validation tests say whether the integration works.
   */
  'integration.drift': {
    readonly integrationId: number;
    readonly type: string;
    readonly change: 'appeared' | 'disappeared';
    /** ISO 8601. */
    readonly observedAt: string;
    /** Empty when it disappeared, apart from what could not be seen. */
    readonly findings: readonly {
      readonly state: 'missing' | 'changed' | 'extra' | 'unknown';
      readonly kind: string;
      readonly name: string;
    }[];
  };
  /** The excluded group changed: the host must push all policies again. */
  policiesMustBeRepushed: { readonly integrationId: number; readonly type: string };
  /** A notification was published. */
  'notification.published': { readonly eventId: number; readonly kind: string; readonly deliveries: number };
  /** A delivery attempt ended. */
  'delivery.attempted': DeliveryFacts & {
    /** Which automatic attempt of the delivery it was, from 1. */
    readonly number: number;
    readonly statusCode: number;
    readonly succeeded: boolean;
    readonly willRetryAt?: number;
  };
  /** A delivery has failed as often as `webhooks.failingAfter` says, and is tried again at `willRetryAt` (milliseconds since 1970). */
  'delivery.failing': DeliveryFacts & {
    readonly number: number;
    readonly statusCode: number;
    readonly willRetryAt: number;
  };
  /** A delivery that was failing was made after all. */
  'delivery.recovered': DeliveryFacts & { readonly number: number };
  /** A delivery failed and is not tried again by itself. */
  'delivery.exhausted': DeliveryFacts & { readonly statusCode: number };
  /** A webhook was paused, disabled or made active again. */
  'webhook.state': {
    readonly webhookId: number;
    readonly from: 'active' | 'paused' | 'disabled';
    readonly to: 'active' | 'paused' | 'disabled';
    readonly reason?: string;
  };
  /** Deliveries to a webhook pause because its receiver is not well (`until`: milliseconds since 1970), or go on. */
  'webhook.breaker': {
    readonly webhookId: number;
    readonly state: 'open' | 'closed';
    readonly until?: number;
    readonly failures?: number;
    /** How often it has opened since the last success, from 1. */
    readonly step?: number;
    /** Whether only notifications about webhooks brought it about (`OPERATIONAL_KINDS`): no webhook is told of it. */
    readonly operational: boolean;
  };
  /** As much waits for a webhook as may: the policy is at work from now on. */
  'webhook.backlog': {
    readonly webhookId: number;
    readonly limit: number;
    readonly policy: 'hold' | 'drop-oldest' | 'reject';
    /** Whether only notifications about webhooks brought it about (`OPERATIONAL_KINDS`): no webhook is told of it. */
    readonly operational: boolean;
  };
  /** Deliveries were cancelled that were held for longer than records of failures are kept (`days`): the webhook is paused or disabled, or not permitted. */
  'webhook.expired': { readonly webhookId: number; readonly count: number; readonly days: number };
  /**
   * A secret ends soon or has ended (`expired`): a token, a certificate, a generated key. Emitted by the recurring validation, at
   * most once a day and secret.
   */
  'secret.expiring': {
    readonly integrationId: number;
    readonly type: string;
    /** The config path, or the name of the generated secret. */
    readonly secret: string;
    readonly expiresAt: string;
    readonly expired: boolean;
  };
  /** Stored secrets were sealed anew with the current key. */
  'secrets.resealed': { readonly currentKeyId: string; readonly resealed: number; readonly remaining: number };
  /** Something failed in the background that no caller waits for. */
  'background.error': { readonly task: string; readonly message: string };
}

/** The name of an event. */
export type PortcullisEventName = keyof PortcullisEvents;

/** Subscribing to {@link PortcullisEvents}. */
export interface EventSource {
  /** @returns a function that unsubscribes. */
  on<Name extends PortcullisEventName>(name: Name, listener: (event: PortcullisEvents[Name]) => void): () => void;
  once<Name extends PortcullisEventName>(name: Name, listener: (event: PortcullisEvents[Name]) => void): () => void;
}

/** Emitting them, inside the core. */
export interface EventSink {
  emit<Name extends PortcullisEventName>(name: Name, event: PortcullisEvents[Name]): void;
}
