import type { IntegrationStatus } from '../integrations/integration-status.ts';
import type { ValidationTestResult } from '../validation/validation-results.ts';

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
  /** A validation test ended. */
  'validation.test': {
    readonly integrationId?: number;
    readonly type: string;
    readonly operation: string;
    readonly test: ValidationTestResult;
  };
  /** A statement is about to run, ran or failed. */
  'operation.statement': {
    readonly integrationId: number;
    readonly operationId: number;
    readonly position: number;
    readonly direction: 'forward' | 'compensation';
    readonly status: 'intended' | 'done' | 'failed' | 'unknown' | 'skipped';
    readonly object: { readonly key: string; readonly kind: string; readonly name: string };
    readonly statement: string;
    readonly message?: string;
  };
  /** An operation ended. */
  'operation.finished': {
    readonly integrationId: number;
    readonly operationId: number;
    readonly kind: string;
    readonly status: 'succeeded' | 'failed' | 'interrupted';
  };
  /** The excluded group changed: the host must push all policies again. */
  policiesMustBeRepushed: { readonly integrationId: number; readonly type: string };
  /** A notification was published. */
  'notification.published': { readonly eventId: number; readonly kind: string; readonly deliveries: number };
  /** A delivery attempt ended. */
  'delivery.attempted': {
    readonly attemptId: number;
    readonly webhookId: number;
    readonly eventId: number;
    readonly statusCode: number;
    readonly succeeded: boolean;
    readonly willRetryAt?: number;
  };
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
