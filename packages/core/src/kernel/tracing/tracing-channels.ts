/**
 * The names of the tracing channels. Each has five channels of `node:diagnostics_channel`: `tracing:<name>:start`, `:end`,
 * `:asyncStart`, `:asyncEnd` and `:error`. Subscribe with `tracingChannel(name).subscribe(...)`.
 *
 * The names and the fields of contexts are part of the public API, with the same stability as other exports.
 */
export const TRACING_CHANNELS = Object.freeze({
  /** A validation run: {@link ValidationTrace}. */
  validation: 'portcullis.validation',
  /** One validation test: {@link ValidationTestTrace}. */
  validationTest: 'portcullis.validation.test',
  /** An operation on a platform, from the lock of its scope to its end: {@link OperationTrace}. */
  operation: 'portcullis.operation',
  /** One statement, with its repetitions: {@link StatementTrace}. */
  statement: 'portcullis.statement',
  /** The publication of a notification, up to its commit: {@link NotificationTrace}. */
  notification: 'portcullis.notification',
  /** One attempt to deliver a notification: {@link WebhookAttemptTrace}. */
  webhookAttempt: 'portcullis.webhook.attempt',
  /** One HTTP request, up to the head of its response: {@link HttpRequestTrace}. */
  httpRequest: 'portcullis.http.request',
} as const);

/** Part of every context. */
export interface Trace {
  /** Absent for the default tenant. */
  readonly tenant?: string;
  /**
   * Set when the work threw: the name of the error and its stable code. Messages and causes are omitted, because they can contain
   * secrets.
   */
  failure?: { readonly name: string; readonly code?: string };
}

/** A validation run. Fields that are not `readonly` are set at its end. */
export interface ValidationTrace extends Trace {
  readonly type: string;
  readonly operation: string;
  readonly integrationId?: number;
  status?: 'passed' | 'warning' | 'failed';
}

/** One validation test. */
export interface ValidationTestTrace extends Trace {
  readonly type: string;
  readonly operation: string;
  readonly integrationId?: number;
  readonly testId: string;
  readonly name: string;
  readonly phase: string;
  status?: 'passed' | 'warning' | 'failed' | 'skipped';
  failureClass?: string;
}

/** An operation. */
export interface OperationTrace extends Trace {
  readonly type: string;
  readonly integrationId: number;
  readonly operationId: number;
  readonly kind: string;
  status?: 'succeeded' | 'failed' | 'interrupted';
  failureClass?: string;
}

/** One statement. */
export interface StatementTrace extends Trace {
  readonly type: string;
  readonly stage: string;
  readonly actor: string;
  /** The canonical text, with slots in place of secrets. */
  readonly statement: string;
  outcome?: 'done' | 'failed' | 'unknown';
  failureClass?: string;
}

/** The publication of a notification. */
export interface NotificationTrace extends Trace {
  readonly kind: string;
  /**
   * The trace that the attempts of this notification are linked to, in the form of the header. A subscriber sets it while the
   * channel's `start` runs; it is stored with the event. Source: W3C Trace Context, "Traceparent Header".
   */
  traceParent?: string;
  eventId?: number;
  /** The number of webhooks that will receive it. */
  deliveries?: number;
  /** True when its idempotency key was known: the event is the existing one. */
  repeated?: boolean;
}

/** One attempt of a delivery. */
export interface WebhookAttemptTrace extends Trace {
  readonly webhookId: number;
  readonly eventId: number;
  readonly kind: string;
  /** The host of the receiver. Its path and query are omitted, because they can contain a key. */
  readonly host: string;
  /** The trace of the publication: {@link NotificationTrace.traceParent}. Absent where it was not traced. */
  readonly traceParent?: string;
  /** Milliseconds that it waited since it was due; absent for tests and manual retries. */
  readonly queuedMs?: number;
  /** The status code of the receiver's response, if there was one. */
  statusCode?: number;
  /** The reason for a missing response. */
  errorCode?: string;
  /** The phase that an attempt without a response reached: `dns`, `connect`, `tls`, `headers`, ... */
  errorPhase?: string;
  /** Milliseconds until the connection was established; absent if one was reused. */
  connectMs?: number;
  /** Milliseconds until the first byte of the response. */
  firstByteMs?: number;
}

/** One HTTP request. */
export interface HttpRequestTrace extends Trace {
  /** The tenant of the caller; absent for the default tenant, and while the caller is unknown. */
  tenant?: string;
  readonly method: string;
  readonly requestId: string;
  /** The path with its parameters as names, such as `/integrations/{id}`; absent if no route matched. */
  route?: string;
  operationId?: string;
  statusCode?: number;
}

/** Every channel with the context of its events. */
export interface TraceContexts {
  readonly 'portcullis.validation': ValidationTrace;
  readonly 'portcullis.validation.test': ValidationTestTrace;
  readonly 'portcullis.operation': OperationTrace;
  readonly 'portcullis.statement': StatementTrace;
  readonly 'portcullis.notification': NotificationTrace;
  readonly 'portcullis.webhook.attempt': WebhookAttemptTrace;
  readonly 'portcullis.http.request': HttpRequestTrace;
}

/** The name of a channel. */
export type TracingChannelName = keyof TraceContexts;
