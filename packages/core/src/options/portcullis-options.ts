import type { Logger, Plugin } from '@portcullis/plugin-api';
import type { Clock } from '../ports/clock.ts';
import type { HttpTransport } from '../ports/http-transport.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import type { Random } from '../ports/random.ts';
import type { SecretKeys } from '../ports/secret-keys.ts';
import type { Store } from '../ports/store/store.ts';
import type { DeclaredKinds } from './declared-kind.ts';
import type { HostCallbacks } from './host-callbacks.ts';
import type { IntegrationOptions } from './integration-options.ts';
import type { Settings } from './settings.ts';
import type { TenantOptions } from './tenant-options.ts';
import type { WebhookOptions } from './webhook-options.ts';

/** The ports: the parts of the environment that the host chooses. */
export interface PortOptions {
  /**
   * The storage of all records: `createSqliteStore`, `createPostgresStore`, your own one, or `createMemoryStore` for tests.
   */
  readonly store: Store;
  /** The keys that seal secrets at rest: `createStaticSecretKeys`, or a key management service. */
  readonly secretKeys: SecretKeys;
  /**
   * Distributes wake-ups among nodes.
   * @remarks Set it for several nodes whose store has no signals, or to use a queue that you operate already.
   * @default timers in this process, and messages to other nodes through the store if it supports them
   */
  readonly queue?: JobQueue;
  /**
   * Sends webhook deliveries.
   * @remarks Replace it in tests, or to send deliveries through your own gateway.
   * @default undici behind the address guard
   */
  readonly transport?: HttpTransport;
  /** The source of time and timers. @remarks Replace it in tests. @default the system's clock */
  readonly clock?: Clock;
  /** The source of random numbers. @remarks Replace it in tests. @default node:crypto */
  readonly random?: Random;
  /**
   * Receives log entries.
   * @remarks Set it in production: failures in the background are only logged and emitted as events.
   * @default silent
   */
  readonly logger?: Logger;
}

/**
 * Options of {@link createPortcullis}. Only `plugins`, `store` and `secretKeys` are required.
 *
 * @typeParam Kinds - the declared kinds, by which `notify` is typed.
 */
export interface PortcullisOptions<Kinds extends DeclaredKinds = DeclaredKinds> extends PortOptions {
  /** The plugins, from the functions of plugin packages. */
  readonly plugins: readonly Plugin[];
  /** Defaults of the settings that administrators can change. */
  readonly settings?: Partial<Settings>;
  /**
   * Hours for which the response to a request with an `Idempotency-Key` is stored for repetitions.
   * @remarks Raise it if clients repeat requests after more than a day.
   * @default 24
   */
  readonly idempotencyKeyHours?: number;
  /** Options of integrations, described below. */
  readonly integrations?: IntegrationOptions;
  /** Options of webhooks, described below. */
  readonly webhooks?: WebhookOptions<Kinds>;
  /** Callbacks for data that only the host has, described below. */
  readonly host?: HostCallbacks;
  /** Options for hosts with many customers, described below. */
  readonly tenants?: TenantOptions;
}
