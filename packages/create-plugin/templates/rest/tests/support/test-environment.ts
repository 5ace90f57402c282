import {
  type AnyPluginDefinition,
  definitionOf,
  type ExecutableOperation,
  type ManagedObject,
  type Observation,
  type Step,
  type TestOutcome,
} from '@portcullis/plugin-api';
import type { Config } from '../../src/config/config-schema.ts';
import type { PlatformSession } from '../../src/connection/platform-session.ts';
import { lightHouse } from '../../src/index.ts';
import { SAMPLES } from '../../src/samples.ts';
import type { PlatformTest } from '../../src/validation/platform-test.ts';
import { type Emulator, emulator } from './emulator.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const signal = new AbortController().signal;

/** Returns the mark of an object in the form of the core. */
export const markOf = (key: string): string => `portcullis:instance:target:${key}`;

/** The plugin with one config on an emulator, used like by the core. */
export interface TestEnvironment {
  readonly platform: Emulator;
  readonly definition: AnyPluginDefinition;
  readonly config: Config;
  readonly objects: readonly ManagedObject[];
  connect(request?: { readonly signal?: AbortSignal }): Promise<PlatformSession>;
  /** Runs the steps of an object. */
  run(steps: readonly Step[]): Promise<void>;
  observe(): Promise<Readonly<Record<string, Observation>>>;
  /** Runs one validation test. */
  validate(id: string): Promise<TestOutcome>;
}

/** Prepares a test environment, without a connection. */
export function environment(config: object = Object.values(SAMPLES)[0] ?? {}): TestEnvironment {
  const platform = emulator();
  const definition = definitionOf(
    lightHouse({
      send: platform.send,
      // @if oauth-client
      identityProviders: ['login.example.com'],
      // @end
    }),
  );
  const parsed: Config = definition.config.parse(config);
  const objects = definition.objects(parsed, { mode: 'manual', facts: {}, mark: markOf, options: {} });
  const connect: TestEnvironment['connect'] = async (request = {}) =>
    (await definition.connect?.({
      config: parsed,
      stage: 'platform',
      actor: 'service',
      mode: 'manual',
      facts: {},
      secrets: {},
      signal,
      deadlineMs: 5_000,
      logger: quiet,
      ...request,
    })) as PlatformSession;
  return {
    platform,
    definition,
    config: parsed,
    objects,
    connect,
    async run(steps) {
      const session = await connect();
      for (const step of steps) await session.run(operationOf(step), { signal });
    },
    async observe() {
      const observed = objects.map(({ key, kind, name, scope }) => ({
        key,
        kind,
        name,
        scope,
        desired: {},
        mark: markOf(key),
      }));
      const seen: readonly Observation[] =
        (await definition.observe?.(await connect(), observed, { config: parsed, signal })) ?? [];
      return Object.fromEntries(seen.map((each) => [each.key, each]));
    },
    async validate(id) {
      const test = (definition.tests as readonly PlatformTest[]).find((each) => each.id === id);
      if (!test) throw new Error(`There is no test ${id}.`);
      return test.run({
        config: parsed,
        mode: 'manual',
        operation: 'create',
        facts: {},
        session: await connect(),
        options: {},
        mark: markOf,
        host: { isDataSourceCredential: async () => undefined },
        others: { onTarget: async () => undefined, withSame: async () => undefined },
        signal,
      });
    },
  };
}

function operationOf(step: Step): ExecutableOperation {
  if (!('call' in step)) throw new Error('This platform supports only calls.');
  return { kind: 'call', text: step.call, call: step.call, reveal: () => step.input };
}
