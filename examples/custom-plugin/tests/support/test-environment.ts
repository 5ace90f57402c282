import {
  type AnyPluginDefinition,
  type ConnectionRequest,
  canonicalText,
  type Dialect,
  definitionOf,
  type ManagedObject,
  type Remediation,
  type SetupMode,
  type TestOutcome,
} from '@portcullis/plugin-api';
import type { Config } from '../../src/config/config-schema.ts';
import type { PlatformSession } from '../../src/connection/platform-session.ts';
import type { Facts } from '../../src/discover.ts';
import { mariadb } from '../../src/index.ts';
import type { PluginOptions } from '../../src/options.ts';
import { SAMPLES } from '../../src/samples.ts';
import type { PlatformTest } from '../../src/validation/platform-test.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** The mark of an object, as the engine makes them. */
export const markOf = (key: string): string => `portcullis:instance:target:${key}`;

/** Options of a test environment, each with a default. */
export interface TestEnvironmentOptions {
  readonly plugin?: PluginOptions;
  readonly config?: object;
  readonly mode?: SetupMode;
}

/** The plugin with one config, used like by the core. */
export interface TestEnvironment {
  readonly definition: AnyPluginDefinition;
  readonly config: Config;
  readonly objects: readonly ManagedObject[];
  connect(request?: Partial<ConnectionRequest<Config, Facts>>): Promise<PlatformSession>;
  /** Runs one validation test. */
  run(id: string): Promise<TestOutcome>;
}

/** Prepares a test environment, without a connection. */
export function environment({ plugin = {}, config, mode = 'automatic' }: TestEnvironmentOptions = {}): TestEnvironment {
  const definition = definitionOf(mariadb(plugin));
  const parsed: Config = definition.config.parse(config ?? Object.values(SAMPLES)[0]);
  const connect: TestEnvironment['connect'] = async (request = {}) =>
    (await definition.connect?.({
      config: parsed,
      stage: 'server',
      actor: 'setup',
      mode,
      facts: {},
      secrets: {},
      signal: new AbortController().signal,
      deadlineMs: 5_000,
      logger: quiet,
      ...request,
    })) as PlatformSession;
  return {
    definition,
    config: parsed,
    objects: definition.objects(parsed, { mode, facts: {}, mark: markOf, options: {} }),
    connect,
    async run(id) {
      const test = (definition.tests as readonly PlatformTest[]).find((each) => each.id === id);
      if (!test) throw new Error(`There is no test ${id}.`);
      const session = await connect(
        test.on?.actor === 'service' ? { actor: 'service', secrets: { servicePassword: 'x' } } : {},
      );
      return test.run({
        config: parsed,
        mode,
        operation: 'create',
        facts: {},
        session,
        options: {},
        mark: markOf,
        host: { isDataSourceCredential: async () => undefined },
        others: { onTarget: async () => undefined, withSame: async () => undefined },
        signal: new AbortController().signal,
      });
    },
  };
}

/** The statements of a remedy, as responses show them. */
export function statementsOf(definition: AnyPluginDefinition, remediation: Remediation | undefined): readonly string[] {
  const dialect = definition.dialect as Dialect;
  return (remediation?.statements ?? []).map((each) =>
    typeof each === 'string' ? each : canonicalText(each, dialect),
  );
}
