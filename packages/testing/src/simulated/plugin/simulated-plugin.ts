import {
  type AnyPluginDefinition,
  definePlugin,
  type FactValues,
  type ManagedObject,
  normalizeHost,
  type ObjectContext,
  type Plugin,
} from '@portcullis/plugin-api';
import { simulatedDefinition } from '../platform/simulate.ts';
import { classifySimulatedFailure } from '../platform/simulated-failure.ts';
import type { SimulatedPlatform } from '../platform/simulated-platform.ts';
import type { SimulatedSession } from '../platform/simulated-session.ts';
import { clusterObjects } from './cluster-objects.ts';
import { databaseObjects } from './database-objects.ts';
import { featureObjects } from './feature-objects.ts';
import { type Blueprint, type SimulatedRotation, STAGE } from './object-parts.ts';
import { type SimulatedConfig, simulatedConfig, simulatedCredentials } from './simulated-config.ts';
import { simulatedDialect } from './simulated-dialect.ts';
import { SIMULATED_FAMILIES } from './simulated-families.ts';
import { SIMULATED_FEATURES } from './simulated-features.ts';
import { simulatedSamples } from './simulated-samples.ts';
import { simulatedAccount, simulatedSetupRole } from './simulated-setup-role.ts';
import { SIMULATED_TESTS } from './simulated-tests.ts';

/** Options of {@link simulatedPlugin}. */
export interface SimulatedPluginOptions {
  /** The value of `type` on the wire. @default Simulated */
  readonly type?: string;
  /** True when PUT accepts the type. @default true */
  readonly editable?: boolean;
  /** The revision of its procedure; another revision is an edit. @default 1 */
  readonly procedureRevision?: string;
  /** Changes the definition, for another version of the plugin. @default no change */
  readonly revise?: (definition: AnyPluginDefinition) => AnyPluginDefinition;
  /**
   * The rotation of the service account's secret: two passwords at the same time, one that replaces the other, or by
   * the service account itself. @default two-credentials
   */
  readonly rotation?: SimulatedRotation;
  /** True when scripts are written with guards. @default true */
  readonly guards?: boolean;
}

/**
 * Creates a plugin for the simulated platform that uses every part of the contract: two stages, automatic and manual
 * set-up, objects that are required, shared, alterable, renamed, replaced, revised and switched by the config, tests of
 * every phase.
 */
export function simulatedPlugin(platform: SimulatedPlatform, options: SimulatedPluginOptions = {}): Plugin {
  const {
    type = 'Simulated',
    editable = true,
    procedureRevision = '1',
    guards = true,
    rotation = 'two-credentials',
    revise = same,
  } = options;
  const { renderSection: _guards, ...plain } = simulatedDialect;
  return definePlugin(
    simulatedDefinition(
      revise({
        apiVersion: 1,
        type,
        id: type.toLowerCase(),
        version: '1.0.0',
        description: 'A data platform in memory.',
        bootstrap: 'automatic-or-manual',
        editable,
        config: simulatedConfig,
        credentials: simulatedCredentials,
        privileged: ['username', 'password', 'privateKey'],
        immutable: ['host', 'port', 'database', 'initialDatabase', 'schema', 'username'],
        target: ({ host, port, database }: SimulatedConfig) => {
          const server = `${normalizeHost(host)}:${port ?? 7000}`;
          return { identity: [server, database], display: server, scope: server };
        },
        dialect: guards ? simulatedDialect : plain,
        stages: [
          {
            id: STAGE.initial,
            title: (config: SimulatedConfig) => `In the database ${config.initialDatabase}`,
            database: (config: SimulatedConfig) => config.initialDatabase,
            initial: true,
          },
          {
            id: STAGE.main,
            title: (config: SimulatedConfig) => `In the database ${config.database}`,
            database: (config: SimulatedConfig) => config.database,
            quiesce: 'own',
          },
        ],
        features: SIMULATED_FEATURES,
        account: simulatedAccount,
        setupRole: simulatedSetupRole,
        generatedSecrets: { servicePassword: { length: 32 } },
        manualSecrets: { servicePassword: 'password' },
        discover: async (session: SimulatedSession, { config }: { config: SimulatedConfig }) => {
          const cluster = String((await session.ask('cluster')) ?? session.server);
          return { facts: { cluster, startedIn: session.place }, identity: [cluster, config.database] };
        },
        objects: (config: SimulatedConfig, context) => objectsOf(config, context, { procedureRevision, rotation }),
        families: SIMULATED_FAMILIES,
        containers: [{ key: 'database', stage: STAGE.main, list: async () => [] }],
        tests: SIMULATED_TESTS,
        classifyError: classifySimulatedFailure,
        samples: simulatedSamples,
      }),
      platform,
      { tests: 'own' },
    ),
  );
}

function same(definition: AnyPluginDefinition): AnyPluginDefinition {
  return definition;
}

function objectsOf(
  config: SimulatedConfig,
  { mode, mark }: ObjectContext<FactValues>,
  options: Pick<Blueprint, 'procedureRevision' | 'rotation'>,
): readonly ManagedObject[] {
  const blueprint: Blueprint = {
    config,
    mode,
    contentsCreator: mode === 'automatic' ? 'service' : 'setup',
    account: mode === 'automatic' ? `${config.database}_service` : config.username,
    ...options,
    mark,
  };
  return [...clusterObjects(blueprint), ...databaseObjects(blueprint), ...featureObjects(blueprint)];
}
