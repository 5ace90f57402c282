import { AsyncLocalStorage } from 'node:async_hooks';
import { channel, tracingChannel } from 'node:diagnostics_channel';
import {
  type Attributes,
  type Context,
  context as contexts,
  type Meter,
  type MeterProvider,
  metrics,
  type Span,
  SpanStatusCode,
  type Tracer,
  type TracerProvider,
  trace as traces,
} from '@opentelemetry/api';
import { TRACING_CHANNELS, type Trace } from '@portcullis/core';
import { observeLimits } from './observe-limits.ts';
import { spanContextOf } from './span-context-of.ts';
import { traceHeadersOf } from './trace-headers-of.ts';
import { TRACE_RULES, type TraceRule } from './trace-rules.ts';
import { createWebhookAttributes, type WebhookAttributes } from './webhook-attributes.ts';

/** Options of {@link observePortcullis}. */
export interface ObserveOptions {
  /** The provider of the tracer. @remarks Set it if your host has several providers. @default the global one */
  readonly tracerProvider?: TracerProvider;
  /** The provider of the meter. @remarks Set it if your host has several providers. @default the global one */
  readonly meterProvider?: MeterProvider;
  /**
   * The number of webhooks that the histograms of attempts distinguish, by `portcullis.webhook.id`: the first ones seen. The
   * rest share the value `other`. Each costs as many time series as there are other dimensions.
   * @remarks Set it if you need durations by webhook and your metrics backend can store the series.
   * @default none
   */
  readonly maxDistinctWebhooks?: number;
  /**
   * True to count the limits that tenants reach for each tenant separately, by `portcullis.tenant.id`. Each tenant costs a time
   * series for each limit.
   * @remarks Set it to true if you have few tenants.
   * @default false
   */
  readonly countByTenant?: boolean;
}

/** A running observation. */
export interface Observation extends Disposable {
  /** `traceparent` and `tracestate` of the span that is active: for `webhooks.traceContext` of `createPortcullis`. */
  readonly traceContext: () => Readonly<Record<string, string>>;
}

/**
 * The boundaries of the histograms in seconds, from a fast response to a long set-up. Those of the SDK are for milliseconds.
 * Source: semantic conventions for HTTP metrics, `http.server.request.duration`, with three longer ones.
 */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60, 300];

/** The name of the instrumentation scope. */
const SCOPE = '@portcullis/opentelemetry';

interface ActiveSpan {
  readonly span: Span;
  readonly startedAt: number;
}

/**
 * Reports the activity of every instance in this process as spans and durations: HTTP requests, validation runs and
 * their tests, operations and their statements, notifications and the webhook attempts that are linked to them. Spans
 * are children of the active span and of each other; none contains a secret.
 *
 * @returns the observation, which ends when it is disposed of. Call the function once: each further call duplicates
 * every span.
 *
 * @example
 * ```ts
 * using observation = observePortcullis();
 * ```
 */
export function observePortcullis(options: ObserveOptions = {}): Observation {
  const { tracerProvider, meterProvider, maxDistinctWebhooks = 0, countByTenant = false } = options;
  const tracer = (tracerProvider ?? traces).getTracer(SCOPE);
  const meter = (meterProvider ?? metrics).getMeter(SCOPE);
  // Holds the active context, because OpenTelemetry does not let other code set it.
  const active = new AsyncLocalStorage<Context>();
  const webhookAttributes = createWebhookAttributes(maxDistinctWebhooks);
  const unsubscribers = Object.values(TRACING_CHANNELS).map((name) =>
    observeChannel(name, TRACE_RULES[name] as TraceRule<Trace>, { tracer, meter, active, webhookAttributes }),
  );
  unsubscribers.push(observeLimits(meter, countByTenant));
  return {
    traceContext: () => traceHeadersOf(active.getStore()),
    [Symbol.dispose]() {
      for (const unsubscribe of unsubscribers) unsubscribe();
    },
  };
}

interface Instruments {
  readonly tracer: Tracer;
  readonly meter: Meter;
  readonly active: AsyncLocalStorage<Context>;
  readonly webhookAttributes: WebhookAttributes;
}

function observeChannel(name: string, rule: TraceRule<Trace>, instruments: Instruments): () => void {
  const { tracer, meter, active, webhookAttributes } = instruments;
  const create = (histogram: string, description: string) =>
    meter.createHistogram(histogram, { unit: 's', description, advice: { explicitBucketBoundaries: BOUNDARIES } });
  const histogram = create(rule.histogram, `Durations of ${name}.`);
  const parts = Object.entries(rule.parts ?? {}).map(([part, secondsOf]) => ({
    histogram: create(part, `A part of ${name}.`),
    secondsOf,
  }));
  const running = new WeakMap<object, ActiveSpan>();

  const begin = (trace: object): Context => {
    const parent = active.getStore() ?? contexts.active();
    const linked = spanContextOf(rule.linkedTo?.(trace as Trace));
    const options = { kind: rule.kind, links: linked ? [{ context: linked }] : [] };
    const span = tracer.startSpan(rule.spanName(trace as Trace), options, parent);
    running.set(trace, { span, startedAt: performance.now() });
    const context = traces.setSpan(parent, span);
    const { traceparent } = traceHeadersOf(context);
    if (traceparent !== undefined) rule.storeTraceParent?.(trace as Trace, traceparent);
    return context;
  };
  const end = (ended: object): void => {
    const trace = ended as Trace;
    const started = running.get(trace);
    if (!started) return;
    const { span, startedAt } = started;
    const reason = trace.failure ? (trace.failure.code ?? trace.failure.name) : rule.failure(trace);
    const error: Attributes = reason === undefined ? {} : { 'error.type': reason };
    span.updateName(rule.spanName(trace));
    span.setAttributes({ ...rule.attributes(trace), ...tenantOf(trace), ...error });
    if (reason !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: reason });
    span.end();
    const dimensions = { ...rule.dimensions(trace), ...webhookAttributes(rule.webhookId?.(trace)), ...error };
    histogram.record((performance.now() - startedAt) / 1000, dimensions);
    for (const part of parts) {
      const value = part.secondsOf(trace);
      if (value !== undefined) part.histogram.record(value, dimensions);
    }
  };

  const ignore = (): void => undefined;
  const handlers = { start: ignore, end: ignore, asyncStart: ignore, asyncEnd: end, error: ignore };
  const start = channel(`tracing:${name}:start`) as BindableChannel;
  start.bindStore(active, begin);
  tracingChannel(name).subscribe(handlers);
  return () => {
    start.unbindStore(active);
    tracingChannel(name).unsubscribe(handlers);
  };
}

/** Returns the tenant attribute of a span. Histograms omit it, because it has many distinct values. */
function tenantOf({ tenant }: Trace): Attributes {
  return tenant === undefined ? {} : { 'portcullis.tenant': tenant };
}

/** Methods that Node's types omit for a channel that is looked up by its name. */
interface BindableChannel {
  bindStore(store: AsyncLocalStorage<Context>, transform: (trace: object) => Context): void;
  unbindStore(store: AsyncLocalStorage<Context>): void;
}
