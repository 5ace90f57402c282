import type { FactValues } from './facts.ts';
import type { Logger } from './logger.ts';
import type { Actor } from './stage.ts';

/**
 * The input with which `connect` opens a session.
 *
 * @example The driver is imported on the first connection, so that importing the plugin does not load it.
 * ```ts
 * async connect({ config, actor, secrets, deadlineMs, signal }) {
 *   const { Client } = await import('driver');
 *   const password = actor === 'service' ? secrets.servicePassword : config.password;
 *   const client = new Client({ host: config.host, password, connectTimeout: deadlineMs });
 *   await client.connect({ signal });
 *   return sessionOf(client);
 * }
 * ```
 */
export interface ConnectionRequest<Config, Facts extends FactValues> {
  /**
   * The config. With actor `setup` it contains the privileged credentials; with actor `service` in automatic mode the
   * plugin's `privileged` paths are absent, and `secrets` contains the credentials of the service account.
   */
  readonly config: Config;
  readonly stage: string;
  readonly actor: Actor;
  readonly mode: SetupMode;
  readonly facts: Partial<Facts>;
  /** The service account's own secrets by slot name. Only with actor `service`. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Aborted when no caller waits for the session any more. */
  readonly signal: AbortSignal;
  /** Milliseconds until the caller aborts; pass it on as the driver's own time-out. */
  readonly deadlineMs: number;
  readonly logger: Logger;
}

/** Automatic: the library sets the platform up. Manual: an administrator ran the script. */
export type SetupMode = 'automatic' | 'manual';
