import type { AnyPluginDefinition, ManagedObject, SetupMode } from '@portcullis/plugin-api';
import { definitionOf } from '@portcullis/plugin-api';
import type { RunningPostgres } from '@portcullis/testing/postgres';
import type { RedshiftConfig } from '../../src/config/config-schema.ts';
import type { RedshiftSession } from '../../src/connection/redshift-session.ts';
import { redshift } from '../../src/index.ts';

const instance = '3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11';

/** Returns a mark in the form of the core. */
export function markOf(key: string, target = '0123456789abcdef'): string {
  return `portcullis:${instance}:${target}:${key}`;
}

export const SERVICE_PASSWORD = 'Generated4Service9Account7Password2Long5Enough';

export const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Returns a config of the plugin for a server, with some changed fields. */
export function configFor(
  server: RunningPostgres,
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    host: server.host,
    port: server.port,
    database: 'gov',
    initialDatabase: server.database,
    authenticationType: 'userPassword',
    username: server.user,
    password: server.password,
    impersonation: { enabled: true, role: 'gov_masks' },
    ...changes,
  };
}

/** The plugin on a PostgreSQL server, its config, and its objects. */
export interface TestEnvironment {
  readonly definition: AnyPluginDefinition;
  readonly config: RedshiftConfig;
  readonly mode: SetupMode;
  readonly objects: readonly ManagedObject[];
  readonly secrets: Readonly<Record<string, string>>;
  connect(stage: 'initial' | 'managed', actor?: 'setup' | 'service'): Promise<RedshiftSession>;
}

/** Prepares a test environment. Nothing connects yet. */
export function environment(
  config: Readonly<Record<string, unknown>>,
  mode: SetupMode = 'automatic',
  target?: string,
): TestEnvironment {
  const definition = definitionOf(redshift({ engine: 'postgresql' }));
  const parsed = definition.config.parse(config) as RedshiftConfig;
  const secrets = { servicePassword: mode === 'manual' ? String(config.password) : SERVICE_PASSWORD };
  const objects = definition.objects(parsed, {
    mode,
    facts: {},
    mark: (key: string) => markOf(key, target),
    options: {},
  });
  return {
    definition,
    config: parsed,
    mode,
    objects,
    secrets,
    async connect(stage, actor = 'setup') {
      const session = await definition.connect?.({
        config: parsed,
        stage,
        actor,
        mode,
        facts: {},
        secrets: actor === 'service' ? secrets : {},
        signal: new AbortController().signal,
        deadlineMs: 5_000,
        logger: quiet,
      });
      return session as RedshiftSession;
    },
  };
}
