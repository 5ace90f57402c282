import { type Attributes, SpanKind } from '@opentelemetry/api';
import type { TraceContexts, TracingChannelName } from '@portcullis/core';

/** The rules that turn the traces of one channel into spans and a histogram. */
export interface TraceRule<Trace> {
  readonly kind: SpanKind;
  /** Returns the name of the span when the trace ends; few distinct values. */
  readonly spanName: (trace: Trace) => string;
  /** Returns the attributes of the span. */
  readonly attributes: (trace: Trace) => Attributes;
  /** Returns the `traceparent` of a linked span. */
  readonly linkedTo?: (trace: Trace) => string | undefined;
  /** Receives the `traceparent` of the started span if other spans are linked to it. */
  readonly storeTraceParent?: (trace: Trace, traceParent: string) => void;
  /** The name of the histogram of durations, in seconds. */
  readonly histogram: string;
  /** Returns the attributes of the histogram: only those with few distinct values. */
  readonly dimensions: (trace: Trace) => Attributes;
  /** Returns the reason of a failure; undefined for a success. */
  readonly failure: (trace: Trace) => string | undefined;
  /** Returns the id of the webhook, an attribute of the histograms if the host enables it. */
  readonly webhookId?: (trace: Trace) => number;
  /** Additional histograms of parts of the work, in seconds; undefined for unknown durations. */
  readonly parts?: Readonly<Record<string, (trace: Trace) => number | undefined>>;
}

const INTERNAL = SpanKind.INTERNAL;

/** One rule for each channel. Attributes follow OpenTelemetry's semantic conventions if these define a name. */
export const TRACE_RULES: { readonly [Name in TracingChannelName]: TraceRule<TraceContexts[Name]> } = {
  'portcullis.validation': {
    kind: INTERNAL,
    spanName: ({ operation }) => `validate ${operation}`,
    attributes: ({ type, operation, integrationId, status }) => ({
      'portcullis.integration.type': type,
      'portcullis.integration.id': integrationId,
      'portcullis.operation.kind': operation,
      'portcullis.status': status,
    }),
    histogram: 'portcullis.validation.duration',
    dimensions: ({ type, operation, status }) => ({
      'portcullis.integration.type': type,
      'portcullis.operation.kind': operation,
      'portcullis.status': status,
    }),
    failure: ({ status }) => (status === 'failed' ? 'validation-failed' : undefined),
  },
  'portcullis.validation.test': {
    kind: INTERNAL,
    spanName: ({ testId }) => `test ${testId}`,
    attributes: ({ type, integrationId, operation, testId, name, phase, status }) => ({
      'portcullis.integration.type': type,
      'portcullis.integration.id': integrationId,
      'portcullis.operation.kind': operation,
      'portcullis.test.id': testId,
      'portcullis.test.name': name,
      'portcullis.test.phase': phase,
      'portcullis.status': status,
    }),
    histogram: 'portcullis.validation.test.duration',
    dimensions: ({ type, testId, status }) => ({
      'portcullis.integration.type': type,
      'portcullis.test.id': testId,
      'portcullis.status': status,
    }),
    failure: ({ status, failureClass }) => (status === 'failed' ? (failureClass ?? 'failed') : undefined),
  },
  'portcullis.operation': {
    kind: INTERNAL,
    spanName: ({ kind }) => `operation ${kind}`,
    attributes: ({ type, integrationId, operationId, kind, status }) => ({
      'portcullis.integration.type': type,
      'portcullis.integration.id': integrationId,
      'portcullis.operation.id': operationId,
      'portcullis.operation.kind': kind,
      'portcullis.status': status,
    }),
    histogram: 'portcullis.operation.duration',
    dimensions: ({ type, kind, status }) => ({
      'portcullis.integration.type': type,
      'portcullis.operation.kind': kind,
      'portcullis.status': status,
    }),
    failure: ({ status, failureClass }) => (status === 'succeeded' ? undefined : (failureClass ?? status)),
  },
  'portcullis.statement': {
    kind: SpanKind.CLIENT,
    spanName: ({ type }) => `statement ${type}`,
    attributes: ({ type, stage, actor, statement, outcome }) => ({
      'portcullis.integration.type': type,
      'portcullis.stage': stage,
      'portcullis.actor': actor,
      'db.query.text': statement,
      'portcullis.status': outcome,
    }),
    histogram: 'portcullis.statement.duration',
    dimensions: ({ type, outcome }) => ({ 'portcullis.integration.type': type, 'portcullis.status': outcome }),
    failure: ({ outcome, failureClass }) => (outcome === 'done' ? undefined : (failureClass ?? outcome)),
  },
  // Source: semantic conventions for messaging spans, "Span name", "Operation types" and "Span kind".
  'portcullis.notification': {
    kind: SpanKind.PRODUCER,
    spanName: ({ kind }) => `notify ${kind}`,
    storeTraceParent: (trace, traceParent) => {
      trace.traceParent = traceParent;
    },
    attributes: ({ kind, eventId, deliveries, repeated }) => ({
      'messaging.system': 'portcullis',
      'messaging.operation.name': 'notify',
      'messaging.operation.type': 'send',
      'messaging.destination.name': kind,
      'messaging.message.id': eventId === undefined ? undefined : String(eventId),
      'portcullis.event.id': eventId,
      'portcullis.notification.kind': kind,
      'portcullis.notification.deliveries': deliveries,
      'portcullis.notification.repeated': repeated,
    }),
    histogram: 'portcullis.notification.duration',
    dimensions: ({ kind }) => ({ 'portcullis.notification.kind': kind }),
    failure: () => undefined,
  },
  'portcullis.webhook.attempt': {
    kind: SpanKind.CLIENT,
    spanName: () => 'webhook POST',
    linkedTo: ({ traceParent }) => traceParent,
    attributes: ({ webhookId, eventId, kind, host, statusCode }) => ({
      'portcullis.webhook.id': webhookId,
      'portcullis.event.id': eventId,
      'portcullis.notification.kind': kind,
      'http.request.method': 'POST',
      'server.address': host,
      'http.response.status_code': statusCode,
    }),
    histogram: 'portcullis.webhook.attempt.duration',
    dimensions: ({ statusCode, errorPhase }) => ({
      'http.response.status_code': statusCode,
      'portcullis.webhook.phase': errorPhase,
    }),
    webhookId: ({ webhookId }) => webhookId,
    failure: ({ statusCode, errorCode }) => errorCode ?? failedStatus(statusCode, 300),
    parts: {
      'portcullis.webhook.queue.duration': ({ queuedMs }) => seconds(queuedMs),
      'portcullis.webhook.connect.duration': ({ connectMs }) => seconds(connectMs),
      'portcullis.webhook.first_byte.duration': ({ firstByteMs }) => seconds(firstByteMs),
    },
  },
  'portcullis.http.request': {
    kind: SpanKind.SERVER,
    spanName: ({ method, route }) => (route === undefined ? method : `${method} ${route}`),
    attributes: ({ method, route, operationId, requestId, statusCode }) => ({
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': statusCode,
      'portcullis.request.id': requestId,
      'portcullis.request.operation': operationId,
    }),
    histogram: 'portcullis.http.request.duration',
    dimensions: ({ method, route, statusCode }) => ({
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': statusCode,
    }),
    failure: ({ statusCode }) => failedStatus(statusCode, 500),
  },
};

function failedStatus(statusCode: number | undefined, from: number): string | undefined {
  return statusCode !== undefined && statusCode >= from ? String(statusCode) : undefined;
}

function seconds(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : milliseconds / 1000;
}
