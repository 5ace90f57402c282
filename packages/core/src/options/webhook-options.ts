import type { DeclaredKinds } from './declared-kind.ts';
import type { BreakerPolicy, RetryPolicy } from './retry-policy.ts';
import type { WebhookProxy } from './webhook-proxy.ts';

/** Options of the connections to receivers. */
export interface ReceiverOptions {
  /** Addresses that deliveries may go to although they are private: CIDR, host, or both, and a port. */
  readonly allow?: readonly AllowedAddress[];
  /** True to accept https only. @default false */
  readonly httpsOnly?: boolean;
  /**
   * A proxy that all deliveries go through, by CONNECT. Proxies that the environment names are not used. What the address
   * guard cannot see behind it, the proxy must refuse. @default none
   */
  readonly proxy?: WebhookProxy;
  /** Names of the signature headers. */
  readonly headerNames?: { readonly sha1?: string; readonly sha256?: string };
  /**
   * The headers `traceparent` and `tracestate` of an attempt, so that receivers can carry on the trace; other names are left
   * out. Called inside the tracing channel of the attempt. Must not throw. @default receivers get no trace
   */
  readonly traceContext?: () => Readonly<Record<string, string>>;
  /** Bytes of a response that the history keeps. @default 16,384 */
  readonly responseLimit?: number;
}

/** Options of the pace at which deliveries are sent. */
export interface DispatchOptions {
  /**
   * A module in whose thread (`node:worker_threads`) deliveries are claimed, sent and recorded, so that the requests of the
   * host do not feel them. It calls `runDispatcher` with a store on the same database and the same keys. What follows a
   * notification at once stays here: `host` callbacks, the backlog policy, `kinds`, and the queue. @default this thread
   */
  readonly thread?: URL | DispatcherThread;
  /** Deliveries leased at once, over all endpoints: those that are sent, and those that wait for them. @default 128 */
  readonly concurrency?: number;
  /** Deliveries sent at once to one endpoint, by each node. @default 4 */
  readonly concurrencyPerEndpoint?: number;
  /**
   * Milliseconds between two looks for deliveries that no wake-up has reached, and for those of dead processes, where several
   * processes share the store. @default 30,000
   */
  readonly reconcileMs?: number;
}

/** Options of deliveries that fail or have to wait. */
export interface FailureOptions {
  /**
   * The retries of failed deliveries, and the breaker; omitted fields are as in `RETRY_POLICIES.standard`. Its schedule is
   * the default of the setting `webhookRetrySchedule`, where `settings` names none.
   * @default `RETRY_POLICIES.standard`
   */
  readonly retryPolicy?: RetryPolicyOptions;
  /** Failed attempts of one delivery after which the event `delivery.failing` tells of it. @default 3 */
  readonly failingAfter?: number;
  /** Manual retries a minute and owner. @default 60 */
  readonly manualRetriesPerMinute?: number;
  /** The policy for an endpoint whose queue is full. @default 100,000 deliveries, the rest held */
  readonly backlog?: BacklogOptions;
}

/** Options of webhooks. */
export interface WebhookOptions<Kinds extends DeclaredKinds = DeclaredKinds>
  extends ReceiverOptions,
    DispatchOptions,
    FailureOptions {
  /** Webhooks in one POST. @default 100 */
  readonly maxPerRequest?: number;
  /** Kinds that the host adds to the catalogue. */
  readonly kinds?: Kinds;
}

/** The thread that delivers. */
export interface DispatcherThread {
  /** `new URL('./dispatcher.js', import.meta.url)` */
  readonly module: URL;
  /** The `workerData` of the module (`node:worker_threads`). @default none */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Options of Node for the thread. @default those of the process */
  readonly execArgv?: readonly string[];
  /**
   * Limits of its memory. Where it runs into one of the old generation it dies, and another one is started.
   * @default those of Node; from 2 GiB of memory a young generation of 48 MB, since a larger one is collected on all cores at once
   */
  readonly resourceLimits?: { readonly maxOldGenerationSizeMb?: number; readonly maxYoungGenerationSizeMb?: number };
}

/** A {@link RetryPolicy} of which anything may be left out. */
export interface RetryPolicyOptions extends Partial<Omit<RetryPolicy, 'breaker'>> {
  readonly breaker?: Partial<BreakerPolicy>;
}

/** The limit of waiting deliveries for one endpoint. */
export interface BacklogOptions {
  /** Deliveries that may wait in one endpoint queue. @default 100,000 */
  readonly limit?: number;
  /**
   * `hold`: newer ones are kept aside and follow once the endpoint queue is empty. `drop-oldest`: the oldest is given up and recorded as
   * `BACKLOG_FULL`. `reject`: `notify` rejects with `WEBHOOK_BACKLOG_FULL`, and nothing of the notification is written.
   * Each time an endpoint queue becomes full the event `webhook.backlog` says so. What is held for a webhook that is paused, disabled or not
   * permitted is limited like that, too, except by `hold`: with the others its oldest is given up. @default 'hold'
   */
  readonly policy?: 'hold' | 'drop-oldest' | 'reject';
}

/** An exception from the address guard. */
export interface AllowedAddress {
  /** `10.0.0.0/8`, `::1/128`: compared with the address that is connected to. */
  readonly cidr?: string;
  /** Compared with the host of the URL. With `cidr`, both must fit. */
  readonly host?: string;
  readonly port?: number;
}
