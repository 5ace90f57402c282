import type { Plugin } from '@portcullis/plugin-api';
import {
  createFakeClock,
  createRecordingLogger,
  createSimulatedPlatform,
  type FakeClock,
  type RecordingLogger,
  SIMULATED_CONFIG,
  type SimulatedPlatform,
  simulatedPlugin,
} from '@portcullis/testing';
import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  INTEGRATION_STATUS_CHANGED,
  type OperationResponse,
  type Portcullis,
  type PortcullisEventName,
  type PortcullisOptions,
  type RequestContext,
  type Store,
} from '../../src/index.ts';

/** An event as a listener received it. */
interface RecordedEvent {
  readonly name: PortcullisEventName;
  readonly event: Readonly<Record<string, unknown>>;
}

/** An instance on a simulated platform, with all parts that tests inspect. */
export interface TestInstance {
  readonly portcullis: Portcullis;
  readonly platform: SimulatedPlatform;
  readonly plugin: Plugin;
  readonly store: Store;
  readonly clock: FakeClock;
  readonly logger: RecordingLogger;
  readonly events: readonly RecordedEvent[];
}

/** Options of {@link createTestInstance}, which creates the missing parts. */
export interface TestInstanceOptions extends Partial<PortcullisOptions> {
  readonly platform?: SimulatedPlatform;
  readonly plugin?: Plugin;
  readonly clock?: FakeClock;
}

/** The context of an administrator's request. */
export const ADMIN: RequestContext = {
  principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] },
};

const EVENT_NAMES = [
  'integration.status',
  'validation.started',
  'validation.testStarted',
  'integration.drift',
  'validation.test',
  'validation.finished',
  'operation.started',
  'operation.statement',
  'operation.finished',
  'policiesMustBeRepushed',
  'notification.published',
  'delivery.attempted',
  'secret.expiring',
  'secrets.resealed',
  'background.error',
] as const satisfies readonly PortcullisEventName[];

/** Creates an instance with the simulated plugin. Statements are never retried, unless a test enables it. */
export async function createTestInstance(options: TestInstanceOptions = {}): Promise<TestInstance> {
  const {
    platform = createSimulatedPlatform(),
    plugin = simulatedPlugin(platform),
    clock = createFakeClock(),
    store = createMemoryStore(),
    ...rest
  } = options;
  const logger = createRecordingLogger();
  const events: RecordedEvent[] = [];
  const portcullis = await createPortcullis({
    plugins: [plugin],
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
    webhooks: { kinds: [INTEGRATION_STATUS_CHANGED] },
    integrations: { transientRetries: 0 },
    logger,
    clock,
    store,
    ...rest,
  });
  for (const name of EVENT_NAMES) {
    portcullis.events.on(name, (event) => events.push({ name, event: event as unknown as RecordedEvent['event'] }));
  }
  return { portcullis, platform, plugin, store, clock, logger, events };
}

/** A body of POST and PUT for the simulated plugin. */
export function bodyOf(config: object = {}, more: object = {}): object {
  return { type: 'Simulated', autoBootstrap: true, config: { ...SIMULATED_CONFIG, ...config }, ...more };
}

/** The privileged credentials of an automatic integration, in the form of DELETE. */
export const CREDENTIALS = {
  authenticationType: SIMULATED_CONFIG.authenticationType,
  username: SIMULATED_CONFIG.username,
  password: SIMULATED_CONFIG.password,
};

/** Creates an integration and waits for the end of its set-up. */
export async function createAndWait({ portcullis }: TestInstance, body: object = bodyOf()): Promise<number> {
  const { id } = (await portcullis.integrations.create(ADMIN, body)) as OperationResponse;
  await portcullis.integrations.whenIdle(Number(id));
  return Number(id);
}
