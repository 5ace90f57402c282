import type { DeclaredKinds } from './declared-kind.ts';
import type { BreakerPolicy, RetryPolicy } from './retry-policy.ts';
import type { WebhookProxy } from './webhook-proxy.ts';

/** Options of the connections to receivers. */
export interface ReceiverOptions {
  /**
   * Private addresses that deliveries can use: CIDR, host, or both, and a port.
   * @remarks Set it for receivers in your own network.
   */
  readonly allow?: readonly AllowedAddress[];
  /** True to accept only https. @remarks Set it to true if no receiver may be reached without TLS. @default false */
  readonly httpsOnly?: boolean;
  /**
   * A proxy for all deliveries, with CONNECT. Proxies from environment variables are not used. The proxy must refuse private
   * addresses itself, because the address guard cannot check its connections.
   * @remarks Set it if your hosts reach the internet only through a proxy.
   * @default none
   */
  readonly proxy?: WebhookProxy;
  /**
   * Names of the signature headers.
   * @remarks Set them if receivers expect the names of an earlier system.
   * @default `x-hub-signature` and `x-hub-signature-256`
   */
  readonly headerNames?: { readonly sha1?: string; readonly sha256?: string };
  /**
   * The headers `traceparent` and `tracestate` of an attempt, so that receivers can continue the trace; other headers are
   * ignored. Called inside the tracing channel of the attempt. If it throws, the receiver gets no trace.
   * @remarks Set it to continue traces in receivers, for example with `observePortcullis().traceContext`.
   * @default receivers get no trace
   */
  readonly traceContext?: () => Readonly<Record<string, string>>;
  /**
   * Maximum number of response bytes in the history.
   * @remarks Lower it to save storage. Raise it if users need long error pages of receivers.
   * @default 16,384
   */
  readonly responseLimit?: number;
}

/** Options of the pace at which deliveries are sent. */
export interface DispatchOptions {
  /**
   * A module in whose thread (`node:worker_threads`) deliveries are claimed, sent and recorded, so that they do not slow down
   * the requests of the host. It calls `runDispatcher` with a store on the same database and the same keys. `host` callbacks,
   * the backlog policy, `kinds` and the queue stay in the main thread.
   * @remarks Set it if requests slow down while many deliveries are sent.
   * @default this thread
   */
  readonly thread?: URL | DeliveryThread;
  /**
   * Maximum number of leased deliveries over all endpoints: those in flight, and those that wait for them. With 0 this node only
   * sends manual retries and tests, and other nodes deliver.
   * @remarks Raise it if deliveries wait although processor and memory are idle, for example because receivers are slow. Set it to
   * 0 on nodes that only serve requests.
   * @default 128
   */
  readonly concurrency?: number;
  /**
   * Maximum number of concurrent deliveries to one endpoint, per node.
   * @remarks Raise it for receivers that handle more at once. A single webhook can have its own `maxInFlight`.
   * @default 4
   */
  readonly concurrencyPerEndpoint?: number;
  /**
   * Milliseconds between two checks for deliveries without a wake-up, and for those of dead processes, if several processes
   * share the store.
   * @remarks Lower it for shorter delays in set-ups without a queue and without signals of the store. Each check is a query.
   * @default 30,000
   */
  readonly reconcileMs?: number;
}

/** Options of deliveries that fail or have to wait. */
export interface FailureOptions {
  /**
   * The retries of failed deliveries, and the breaker; omitted fields are as in `RETRY_POLICIES.standard`. Its schedule is the
   * default of the setting `webhookRetrySchedule`, unless `settings` has one.
   * @remarks Set it to `RETRY_POLICIES.fast` for your own receivers, or to a schedule that you have promised.
   * @default `RETRY_POLICIES.standard`
   */
  readonly retryPolicy?: RetryPolicyOptions;
  /**
   * Number of failed attempts of one delivery after which the event `delivery.failing` is emitted.
   * @remarks Lower it to learn of failing receivers earlier. Raise it to ignore short outages.
   * @default 3
   */
  readonly failingAfter?: number;
  /**
   * Maximum number of manual retries per minute and owner.
   * @remarks Raise it if people retry many single records. To retry a whole period, use `recover`.
   * @default 60
   */
  readonly manualRetriesPerMinute?: number;
  /**
   * The policy for an endpoint whose queue is full.
   * @remarks Set it if a receiver that is down for long must not fill the database, or must lose nothing.
   * @default 100,000 deliveries, the rest held
   */
  readonly backlog?: BacklogOptions;
}

/** Options of webhooks. */
export interface WebhookOptions<Kinds extends DeclaredKinds = DeclaredKinds>
  extends ReceiverOptions,
    DispatchOptions,
    FailureOptions {
  /**
   * Maximum number of bytes of a notification of the host: its text and its metadata as JSON, after `host.shapePayload`.
   * @remarks Raise it if your own kinds have large metadata, and all receivers accept it. Each delivery in progress has its payload in memory.
   * @default 262,144
   */
  readonly payloadLimit?: number;
  /** Maximum number of webhooks in one POST. @remarks Raise it if clients register more webhooks at once. @default 100 */
  readonly maxPerRequest?: number;
  /** Kinds that the host adds to the catalogue. */
  readonly kinds?: Kinds;
}

/** The delivery thread. */
export interface DeliveryThread {
  /** `new URL('./dispatcher.js', import.meta.url)` */
  readonly module: URL;
  /** The `workerData` of the module (`node:worker_threads`). @default none */
  readonly data?: Readonly<Record<string, unknown>>;
  /**
   * Maximum number of concurrent deliveries that the thread of the host sends, one at a time to an endpoint. It sends small
   * publications directly after their commit, up to fifty deliveries a second, so that they do not wait for a backlog in the
   * delivery thread. They are in addition to `concurrency` and `concurrencyPerEndpoint`.
   * @remarks Set it to 0 if the thread of the host must send nothing but manual retries and tests.
   * @default 8
   */
  readonly hostConcurrency?: number;
  /** Options of Node for the thread. @default those of the process */
  readonly execArgv?: readonly string[];
  /**
   * Memory limits of the thread. If it exceeds the limit of the old generation, it dies, and another one is started.
   * @remarks Raise them if the log reports that the thread ran out of memory.
   * @default those of Node; from 2 GiB of memory a young generation of 48 MB, because a larger one is collected on all cores
   * at once
   */
  readonly resourceLimits?: { readonly maxOldGenerationSizeMb?: number; readonly maxYoungGenerationSizeMb?: number };
}

/** A {@link RetryPolicy} whose fields are all optional. */
export interface RetryPolicyOptions extends Partial<Omit<RetryPolicy, 'breaker'>> {
  readonly breaker?: Partial<BreakerPolicy>;
}

/** The limit of waiting deliveries for one endpoint. */
export interface BacklogOptions {
  /**
   * Maximum number of deliveries in one endpoint queue.
   * @remarks Lower it to save storage. Raise it for receivers with long outages and a heavy load.
   * @default 100,000
   */
  readonly limit?: number;
  /**
   * `hold`: newer deliveries are held and follow once the endpoint queue is empty. `drop-oldest`: the oldest delivery is
   * dropped and recorded as `BACKLOG_FULL`. `reject`: `notify` rejects with `WEBHOOK_BACKLOG_FULL`, and nothing of the
   * notification is written. The event `webhook.backlog` reports each time that an endpoint queue becomes full. `drop-oldest`
   * and `reject` also limit the deliveries held for a webhook that is paused, disabled or not permitted: they drop the oldest.
   * @remarks Use `drop-oldest` if only recent notifications count, and `reject` if the caller of `notify` can wait.
   * @default 'hold'
   */
  readonly policy?: 'hold' | 'drop-oldest' | 'reject';
}

/** An exception from the address guard. */
export interface AllowedAddress {
  /** `10.0.0.0/8`, `::1/128`: compared with the address of the connection. */
  readonly cidr?: string;
  /** Compared with the host of the URL. With `cidr`, both must match. */
  readonly host?: string;
  /** The port of the connection. Without it, every port. */
  readonly port?: number;
}
