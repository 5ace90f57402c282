import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import type { RunningPostgres } from '@portcullis/testing/postgres';

type Config = Readonly<Record<string, unknown>>;

/** The facts about a plugin that the matrix needs in addition to its definition. */
interface Fixture {
  /** The index of the sample that it begins with. @default the first one */
  readonly sample?: number;
  /** Changes to the sample. @default none */
  readonly config?: Config;
  /** The config that the edit changes. @default nothing: the edit then stores the same config again */
  readonly edit?: Config;
  /** The facts that `discover` finds on the simulated platform. @default nothing */
  readonly facts?: Readonly<Record<string, string>>;
}

/**
 * One row for each plugin with special facts. Other plugins run with their first sample and an edit without changes.
 */
const FIXTURES: Readonly<Record<string, Fixture>> = {
  redshift: { edit: { impersonation: { enabled: true, role: 'governance_masks' } } },
  bigquery: { edit: { role: 'portcullis_reader' } },
  databricks: {
    // Another service principal adopts the objects of the first one.
    sample: 1,
    edit: {
      audit: { enabled: false },
      groupPattern: { deny: 'exempt' },
      oAuthClientConfig: { clientId: '11111111-2222-4333-8444-555555555555', clientSecret: 'dose-of-another' },
    },
    facts: {
      servicePrincipal: '5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e',
      metastore: 'metastore-1',
      region: 'eu-central-1',
    },
  },
  snowflake: { edit: { impersonation: { enabled: true, role: 'GOVERNANCE_MASKS' }, lineage: { enabled: false } } },
  synapse: { edit: { impersonation: { enabled: true, role: 'governance_masks' } } },
};

/** A plugin's fixture with all defaults. */
export interface ResolvedFixture {
  readonly editable: boolean;
  /** True if the service has a secret on the platform that is rotated. */
  readonly rotatable: boolean;
  /** The body of POST, and of the PUT that reverts the edit. */
  readonly body: Config;
  /** The body of the PUT that edits. */
  readonly edited: Config;
  /** The body of DELETE. Undefined if the plugin takes none. */
  readonly credentials: Config | undefined;
  readonly config: Config;
  readonly mode: 'automatic' | 'manual';
  readonly facts: Readonly<Record<string, string>>;
}

/**
 * The fixture of a plugin on the simulated platform.
 *
 * @throws TypeError if its edit is not valid, because the matrix would then prove nothing.
 */
export function fixtureOf(name: string, definition: AnyPluginDefinition): ResolvedFixture {
  const { sample = 0, config = {}, edit = {}, facts = {} } = FIXTURES[name] ?? {};
  const whole = { ...definition.samples[sample], ...config };
  const changed = { ...whole, ...edit };
  const { success, error } = definition.config.safeParse(changed);
  if (!success) throw new TypeError(`The edit of ${name} in fixtures.ts is no valid config.`, { cause: error });
  return resolve(definition, whole, changed, facts);
}

/** The fixture of the Redshift plugin on a real PostgreSQL. */
export function postgresFixture(definition: AnyPluginDefinition, server: RunningPostgres): ResolvedFixture {
  const config = {
    host: server.host,
    port: server.port,
    database: 'gov',
    initialDatabase: server.database,
    authenticationType: 'userPassword',
    username: server.user,
    password: server.password,
    impersonation: { enabled: true, role: 'gov_masks' },
  };
  return resolve(definition, config, { ...config, impersonation: { enabled: false } }, {});
}

function resolve(
  definition: AnyPluginDefinition,
  config: Config,
  edited: Config,
  facts: Readonly<Record<string, string>>,
): ResolvedFixture {
  const { type, bootstrap, editable } = definition;
  const automatic = bootstrap === 'automatic-or-manual';
  const bodyOf = (each: Config): Config =>
    bootstrap === 'none' ? { type } : { type, autoBootstrap: automatic, config: each };
  const context = { mode: automatic ? 'automatic' : 'manual', facts, mark: (key: string) => key, options: {} } as const;
  const objects = automatic ? definition.objects(definition.config.parse(config), context) : [];
  return {
    editable,
    rotatable: objects.some(({ rotate }) => rotate !== undefined),
    body: bodyOf(config),
    edited: bodyOf(edited),
    credentials: automatic && !definition.ownCredential ? credentialsOf(definition, config) : undefined,
    config,
    mode: automatic ? 'automatic' : 'manual',
    facts,
  };
}

/** The privileged values under the names that DELETE accepts. */
function credentialsOf({ privileged = [] }: AnyPluginDefinition, config: Config): Config {
  const names = ['authenticationType', ...privileged].filter((name) => Object.hasOwn(config, name) && name !== 'role');
  return Object.fromEntries(names.map((name) => [name, config[name]]));
}
