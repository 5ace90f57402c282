import type { Actor, AnyPluginDefinition, Logger, Session, SetupMode } from '@portcullis/plugin-api';

/** Everything needed to connect to one integration's platform. Stays in memory only, because it contains secrets. */
export interface PlatformAccess {
  readonly definition: AnyPluginDefinition;
  /** The config with the available secrets. */
  readonly config: object;
  readonly mode: SetupMode;
  readonly facts: Readonly<Record<string, unknown>>;
  /** The service account's own secrets by slot. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly logger: Logger;
}

/**
 * Opens a session, with a deadline that the plugin receives as a signal and a number. Rejects with the driver's error. A session
 * of the service account never receives the privileged values of an automatic set-up.
 *
 * @throws TypeError if the plugin has no connections.
 */
export async function openSession(
  access: PlatformAccess,
  stage: string,
  actor: Actor,
  signal: AbortSignal,
  deadlineMs: number,
): Promise<Session> {
  const { definition, config, mode, facts, secrets, logger } = access;
  if (!definition.connect) throw new TypeError(`Plugin ${definition.type} does not connect.`);
  return definition.connect({
    config: actor === 'service' && mode === 'automatic' ? withoutPrivileged(definition, config) : config,
    stage,
    actor,
    mode,
    facts,
    secrets: actor === 'service' ? secrets : {},
    signal,
    deadlineMs,
    logger,
  });
}

function withoutPrivileged({ privileged = [] }: AnyPluginDefinition, config: object): object {
  return Object.fromEntries(Object.entries(config).filter(([name]) => !privileged.includes(name)));
}
