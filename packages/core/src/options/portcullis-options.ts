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
  readonly store: Store;
  readonly secretKeys: SecretKeys;
  /** @default timers in this process, and messages to other nodes through the store if it supports them */
  readonly queue?: JobQueue;
  /** @default undici behind the address guard */
  readonly transport?: HttpTransport;
  /** @default the system's clock */
  readonly clock?: Clock;
  /** @default node:crypto */
  readonly random?: Random;
  /** @default silent */
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
  /** Hours for which the response to a request with an `Idempotency-Key` is stored for repetitions. @default 24 */
  readonly idempotencyKeyHours?: number;
  readonly integrations?: IntegrationOptions;
  readonly webhooks?: WebhookOptions<Kinds>;
  readonly host?: HostCallbacks;
  readonly tenants?: TenantOptions;
}
