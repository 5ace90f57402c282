import type { HostQuestions, Logger, Plugin } from '@portcullis/plugin-api';
import type { z } from 'zod';
import type { Clock } from '../ports/clock.ts';
import type { HttpTransport } from '../ports/http-transport.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import type { Random } from '../ports/random.ts';
import type { SecretKeys } from '../ports/secret-keys.ts';
import type { Store } from '../ports/store/store.ts';
import type { PlannedRemoval, RemovalVerdict } from './planned-removal.ts';
import type { BreakerPolicy, RetryPolicy } from './retry-policy.ts';
import type { Settings } from './settings.ts';
import type { WebhookProxy } from './webhook-proxy.ts';

/**
 * Options of {@link createPortcullis}. Only `plugins`, `store` and `secretKeys` are required.
 *
 * @typeParam Kinds - the declared kinds, by which `notify` is typed.
 */
export interface PortcullisOptions<Kinds extends DeclaredKinds = DeclaredKinds> {
  /** The platforms: what the functions of plugin packages return. */
  readonly plugins: readonly Plugin[];
  readonly store: Store;
  readonly secretKeys: SecretKeys;
  /** @default timers in this process, and where the store can carry them, messages to the other nodes on it */
  readonly queue?: JobQueue;
  /** @default undici behind the address guard */
  readonly transport?: HttpTransport;
  /** @default the system's clock */
  readonly clock?: Clock;
  /** @default node:crypto */
  readonly random?: Random;
  /** @default silent */
  readonly logger?: Logger;
  /** Defaults of the settings that administrators may change. */
  readonly settings?: Partial<Settings>;
  /** Hours that the answer to a request with an `Idempotency-Key` is kept for repetitions. @default 24 */
  readonly idempotencyKeyHours?: number;
  readonly integrations?: IntegrationOptions;
  readonly webhooks?: WebhookOptions<Kinds>;
  readonly host?: HostCallbacks;
}

/** Options of integrations. */
export interface IntegrationOptions {
  /** Milliseconds for a whole validation run, for all types or by type. @default 120,000 */
  readonly validationBudgetMs?: number | Readonly<Record<string, number>>;
  /** Tests that run at once. @default 4 */
  readonly validationConcurrency?: number;
  /** Milliseconds one statement may take. @default 60,000 */
  readonly statementDeadlineMs?: number;
  /** Milliseconds after which the operation of a dead process is ended. @default 30,000 */
  readonly leaseMs?: number;
  /**
   * True to migrate integrations that an older version of a plugin has stored when an instance starts. Leave it off while
   * nodes with the older version still run: those refuse records of the newer one. @default false
   */
  readonly migrateAtStart?: boolean;
  /** Days that deleted and disabled records are kept for pollers. @default 30 */
  readonly endedRetentionDays?: number;
  /** Repetitions of a statement or connection after a transient failure. @default 2 */
  readonly transientRetries?: number;
  /** Days before its end that the host is told of a secret (`secret.expiring`). @default 14 */
  readonly secretExpiryWarningDays?: number;
  /** True to detect drift during the recurring validation. @default true */
  readonly driftDetection?: boolean;
  /** Milliseconds between two looks at the store for those who follow an integration. @default 1,000 */
  readonly progressPollMs?: number;
}

/** Options of webhooks. */
export interface WebhookOptions<Kinds extends DeclaredKinds = DeclaredKinds> {
  /** Addresses that deliveries may go to although they are private: CIDR, host, or both, and a port. */
  readonly allow?: readonly AllowedAddress[];
  /** True to accept https only. @default false */
  readonly httpsOnly?: boolean;
  /**
   * A proxy that all deliveries go through, by CONNECT. Proxies that the environment names are not used. What the address
   * guard cannot see behind it, the proxy must refuse. @default none
   */
  readonly proxy?: WebhookProxy;
  /**
   * The headers `traceparent` and `tracestate` of an attempt, so that receivers can carry on the trace; other names are left
   * out. Called inside the tracing channel of the attempt. Must not throw. @default receivers get no trace
   */
  readonly traceContext?: () => Readonly<Record<string, string>>;
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
  /** Bytes of a response that the history keeps. @default 16,384 */
  readonly responseLimit?: number;
  /** Webhooks in one POST. @default 100 */
  readonly maxPerRequest?: number;
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
  /** Names of the signature headers. */
  readonly headerNames?: { readonly sha1?: string; readonly sha256?: string };
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

/** A notification kind of the host's own. */
export interface DeclaredKind {
  readonly kind: string;
  readonly class: 'system' | 'access' | 'activity';
  /** When it is emitted, one sentence. */
  readonly trigger: string;
  /** `{name}` is replaced by the metadata field. */
  readonly text: string;
  /**
   * The schema of its metadata, as a zod object: `notify` checks it, as with the kinds of the catalogue, and is typed by
   * it. The fields that every kind may hold are allowed besides; others are not, unless the schema is a loose one. It must
   * not be asynchronous, and its output must be JSON. @default any JSON
   */
  readonly metadata?: z.ZodObject;
}

/** Kinds that a host declares. */
export type DeclaredKinds = readonly DeclaredKind[];

/** Questions that only the host can answer. */
export interface HostCallbacks extends Partial<HostQuestions> {
  /**
   * Returns whether a user belongs to a group, for the recipients of notifications that name a group. @default always false
   */
  isMemberOfGroup?(userId: number, group: string): Promise<boolean>;
  /**
   * The permissions of a user now, undefined for one that is not known any more: checked when a notification is fanned out.
   * Deliveries to those who lack what they subscribed with are held. @default those at subscription
   */
  permissionsOf?(userId: number): Promise<readonly string[] | undefined>;
  /**
   * Shapes what receivers get, once for each notification and before it is stored: the text, the metadata, or both. The
   * engine adds `webhookId` and `webhookName`. Pure: it may be asked again when a transaction is repeated.
   * @default as the catalogue says
   */
  shapePayload?(payload: {
    readonly kind: string;
    readonly text: string;
    readonly metadata: Readonly<Record<string, unknown>>;
  }): {
    readonly text: string;
    readonly metadata: Readonly<Record<string, unknown>>;
  };
  /**
   * Sees what a DELETE or a PUT is about to drop, policies and views that were made at run time among it, and may refuse. Asked
   * for dry runs, too, and once more when something new is found while the operation runs. @default nothing is refused
   */
  beforeRemove?(removal: PlannedRemoval): Promise<RemovalVerdict>;
}
