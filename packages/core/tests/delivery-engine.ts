import {
  createFakeClock,
  createFakeRandom,
  createRecordingLogger,
  type FakeClock,
  type RecordingLogger,
} from '@portcullis/testing';
import { createInProcessQueue } from '../src/adapters/in-process-queue.ts';
import { createMemoryStore } from '../src/adapters/memory-store/create-memory-store.ts';
import { createStaticSecretKeys } from '../src/adapters/static-secret-keys.ts';
import type { PortcullisEvents } from '../src/composition/portcullis-events.ts';
import { createWebhooks } from '../src/delivery/api/create-webhooks.ts';
import type { WebhooksService } from '../src/delivery/api/webhooks-service.ts';
import { settingsDefaults } from '../src/delivery/attempt/retry-schedule/settings-defaults.ts';
import { createKindRegistry } from '../src/delivery/catalogue/kind-registry.ts';
import { createHeldTenants } from '../src/delivery/claim/held-tenants.ts';
import { createDispatcher, type LocalDispatcher } from '../src/delivery/dispatcher/create-dispatcher.ts';
import { createOperationalNotices } from '../src/delivery/operational/create-operational-notices.ts';
import { createPublisher } from '../src/delivery/publish/create-publisher.ts';
import type { NotificationsService } from '../src/delivery/publish/notifications-service.ts';
import { createIdempotency } from '../src/idempotency/create-idempotency.ts';
import { createEventHub, type EventHub } from '../src/kernel/events/create-event-hub.ts';
import { createRateLimiter } from '../src/kernel/time/rate-limiter.ts';
import { UNLIMITED } from '../src/limits/tenant-limiter.ts';
import { DEFAULT_WEBHOOK_OPTIONS } from '../src/options/defaults.ts';
import type { HostCallbacks } from '../src/options/host-callbacks.ts';
import type { Settings } from '../src/options/settings.ts';
import type { WebhookOptions } from '../src/options/webhook-options.ts';
import type { HttpTransport } from '../src/ports/http-transport.ts';
import type { JobQueue } from '../src/ports/job-queue.ts';
import type { SecretKeys } from '../src/ports/secret-keys.ts';
import type { Store } from '../src/ports/store/store.ts';
import { DEFAULT_TENANT } from '../src/ports/store/store.ts';
import { createAddressGuard } from '../src/security/address-guard/address-guard.ts';
import type { RequestContext } from '../src/security/principals/principal.ts';
import { createSecretReader } from '../src/security/seal/create-secret-reader.ts';
import { createSealedSecrets, type SealedSecrets } from '../src/security/seal/sealed-secrets.ts';
import { createTenantSettings } from '../src/settings/tenant-settings.ts';
import { createTenantCache } from '../src/tenant-cache/create-tenant-cache.ts';
import { createKnownTenantsVersion } from '../src/tenant-cache/known-tenants-version.ts';
import { settled } from './support/settled.ts';

/** Options of a {@link DeliveryEngine} in tests. */
export interface DeliveryEngineOptions {
  readonly transport: HttpTransport;
  readonly clock?: FakeClock;
  readonly store?: Store;
  readonly queue?: JobQueue;
  readonly webhooks?: WebhookOptions;
  readonly host?: HostCallbacks;
  readonly settings?: Partial<Settings>;
  /** @default the key `test` */
  readonly secretKeys?: SecretKeys;
  readonly nodeId?: string;
  readonly seed?: number;
  /** False for deliveries that are all claimed after their publication. @default true */
  readonly immediateLeases?: boolean;
  /** False for a dispatcher that sends only what publications lease for it. @default true */
  readonly claims?: boolean;
  /** The node id of another dispatcher in the same process. */
  readonly companion?: string;
}

/** Notifications, webhooks and dispatcher, connected as in an instance, on a clock that a test advances. */
export interface DeliveryEngine {
  readonly store: Store;
  readonly clock: FakeClock;
  readonly notifications: NotificationsService;
  readonly webhooks: WebhooksService;
  readonly dispatcher: LocalDispatcher;
  readonly secrets: SealedSecrets;
  readonly events: EventHub<PortcullisEvents>;
  readonly logger: RecordingLogger;
  /** Resolves when nothing is due or in progress at the clock's time. */
  untilIdle(): Promise<void>;
  /** Advances from timer to timer until `milliseconds` have passed, and completes all work that becomes due. */
  pass(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** An administrator's context. */
export const admin = contextOf(1, ['APPLICATION_ADMIN']);

/** The context of a user. */
export function contextOf(id: number, permissions: readonly string[] = []): RequestContext {
  return { principal: { id, name: `user ${id}`, permissions, groups: [] } };
}

/** The key of an engine's secrets. */
export const TEST_KEY = new Uint8Array(32).fill(7);

/** Turns of the event loop after which in-memory work has finished, unless an attempt was recorded in the meantime. */
const IDLE_TURNS = 8;

/** Creates an engine and starts it. */
export async function createDeliveryEngine(options: DeliveryEngineOptions): Promise<DeliveryEngine> {
  const {
    transport,
    clock = createFakeClock(),
    store = createMemoryStore(),
    host,
    nodeId = 'node-1',
    seed = 1,
  } = options;
  const random = createFakeRandom(seed);
  const logger = createRecordingLogger();
  const events = createEventHub<PortcullisEvents>(logger);
  const queue = options.queue ?? createInProcessQueue({ clock });
  const kinds = createKindRegistry(options.webhooks?.kinds);
  const secretKeys = options.secretKeys ?? createStaticSecretKeys({ current: 'test', keys: { test: TEST_KEY } });
  const tenant = DEFAULT_TENANT;
  const secrets = createSealedSecrets({ tenant, store, secretKeys, random, clock });
  const tenantsVersion = createKnownTenantsVersion({ store: store.allTenants, clock });
  const settings = createTenantSettings({
    store: store.allTenants,
    clock,
    tenantsVersion,
    defaults: settingsDefaults(options),
  });
  const guard = createAddressGuard(options.webhooks);
  await store.open();
  const dispatcher = createDispatcher({
    store: store.allTenants,
    clock,
    random,
    queue,
    transport,
    readSecrets: createSecretReader({ store: store.allTenants, secretKeys, clock }),
    settings,
    heldTenants: createHeldTenants({ tenantsVersion, cache: createTenantCache({ clock, tenantsVersion }) }),
    events,
    logger,
    nodeId,
    companion: options.companion,
    claims: options.claims,
    options: options.webhooks,
  });
  const publisher = createPublisher({
    store: store.allTenants,
    clock,
    random,
    queue,
    events,
    logger,
    kinds,
    host,
    backlog: options.webhooks?.backlog,
    immediateLeases: options.immediateLeases === false ? undefined : dispatcher.immediateLeases,
  });
  const notifications = publisher.of(tenant);
  const idempotency = createIdempotency({
    tenant,
    store,
    clock,
    random,
    secretKeys,
    nodeId,
    events,
    logger,
    leaseMs: 30_000,
    keepHours: 24,
  });
  const webhooks = createWebhooks({
    tenant,
    store,
    clock,
    random,
    queue,
    events,
    secrets,
    idempotency,
    kinds,
    guard,
    dispatcher,
    host,
    limiter: UNLIMITED,
    manualSends: createRateLimiter(
      clock,
      options.webhooks?.manualRetriesPerMinute ?? DEFAULT_WEBHOOK_OPTIONS.manualRetriesPerMinute,
      60_000,
    ),
    options: options.webhooks,
  });
  const notices = createOperationalNotices({ events, kinds, publisher, logger });
  notices.start();
  await dispatcher.start();

  let recorded = 0;
  events.on('delivery.attempted', () => {
    recorded += 1;
  });
  const untilIdle = async (): Promise<void> => {
    const before = recorded;
    await settled(IDLE_TURNS);
    // An endpoint queue that makes one delivery at a time takes one claim for each, in no time by the clock.
    if (recorded !== before) await untilIdle();
  };

  return {
    store,
    clock,
    notifications,
    webhooks,
    dispatcher,
    secrets,
    events,
    logger,
    untilIdle,
    async pass(milliseconds) {
      await untilIdle();
      const end = clock.monotonic() + milliseconds;
      let alarm = false;
      clock.after(milliseconds, () => {
        alarm = true;
      });
      while (!alarm && clock.monotonic() <= end && clock.advanceToNext()) await untilIdle();
    },
    async close() {
      await dispatcher.close();
      await notices.stop();
      await queue.close();
    },
  };
}
