import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type Portcullis,
  type PortcullisEventName,
  type PortcullisOptions,
  type RequestContext,
  type Store,
} from '@portcullis/core';
import type { Plugin } from '@portcullis/plugin-api';
import { createFakeClock, type FakeClock } from '../../fakes/create-fake-clock.ts';
import { createFakeRandom } from '../../fakes/create-fake-random.ts';
import { createFakeTransport } from '../../fakes/create-fake-transport.ts';
import { createRecordingLogger, type RecordingLogger } from '../../fakes/create-recording-logger.ts';
import { createSimulatedPlatform } from '../../simulated/platform/create-simulated-platform.ts';
import { type SimulateOptions, simulate } from '../../simulated/platform/simulate.ts';
import type { SimulatedPlatform } from '../../simulated/platform/simulated-platform.ts';
import type { PluginSubject } from '../plugin-subject.ts';

/** The state that outlives a process. */
export interface SurvivingState {
  readonly platform: SimulatedPlatform;
  /** The plugin on the simulated platform. */
  readonly plugin: Plugin;
  readonly store: Store;
  readonly clock: FakeClock;
}

/** An instance with the plugin on a simulated platform, and records of its output. */
export interface KitRun extends SurvivingState {
  readonly subject: PluginSubject;
  readonly portcullis: Portcullis;
  readonly integrations: Portcullis['integrations'];
  readonly logger: RecordingLogger;
  readonly events: readonly unknown[];
}

/** An administrator's request. */
export const ADMIN: RequestContext = {
  principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] },
};

const EVENTS = [
  'integration.status',
  'validation.test',
  'operation.statement',
  'operation.finished',
  'policiesMustBeRepushed',
  'notification.published',
  'background.error',
] as const satisfies readonly PortcullisEventName[];

/** Returns the options of every instance of the kit: no network, no randomness, no retries. */
export function instanceOptions(): Omit<PortcullisOptions, 'plugins'> {
  return {
    store: createMemoryStore(),
    random: createFakeRandom(),
    transport: createFakeTransport(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': new Uint8Array(32).fill(7) } }),
    settings: { recurringValidationPeriodMs: 0 },
    integrations: { transientRetries: 0 },
  };
}

/**
 * Starts an instance: on an empty platform with an empty store, or on the platform and the store of an earlier one. It
 * is deterministic: equal calls have equal results.
 */
export async function createKitRun(
  subject: PluginSubject,
  survived?: SurvivingState,
  options: SimulateOptions = {},
): Promise<KitRun> {
  const platform = survived?.platform ?? createSimulatedPlatform();
  const plugin =
    survived?.plugin ??
    simulate(subject.plugin, platform, { ...(subject.facts ? { facts: subject.facts } : {}), ...options });
  const store = survived?.store ?? createMemoryStore();
  const clock = survived?.clock ?? createFakeClock();
  const logger = createRecordingLogger();
  const events: unknown[] = [];
  const portcullis = await createPortcullis({ ...instanceOptions(), plugins: [plugin], store, clock, logger });
  for (const name of EVENTS) portcullis.events.on(name, (event) => events.push({ name, event }));
  return { subject, platform, plugin, store, clock, logger, events, portcullis, integrations: portcullis.integrations };
}

/** Runs a function with a new kit run, which is then closed. */
export async function withKitRun<Result>(
  subject: PluginSubject,
  work: (kitRun: KitRun) => Promise<Result>,
  options: SimulateOptions = {},
): Promise<Result> {
  const kitRun = await createKitRun(subject, undefined, options);
  try {
    return await work(kitRun);
  } finally {
    await kitRun.portcullis.close();
  }
}
