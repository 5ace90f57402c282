import {
  APPLICATION_ADMIN,
  createAddressGuard,
  createPortcullis,
  createUndiciTransport,
  DEFAULT_TENANT,
  type HttpTransport,
  type JobQueue,
  type Portcullis,
  type PortcullisOptions,
  type Store,
  type StoreTransaction,
} from '@portcullis/core';
import { benchKeys } from './bench-keys.ts';
import type { Contender, ContenderOrder, Ended, TlsOrder } from './contender.ts';
import { endpointsOfNotification, endpointsWithBacklog, SECRET } from './deliveries.ts';
import { type FilledEndpoint, fillStore } from './fill-store.ts';
import { meterStore } from './metered-store.ts';
import { kindOf, payloadOf, SHARED_KIND } from './portcullis-payload.ts';
import { serveApi } from './serve-api.ts';
import { storeFile } from './store-file.ts';

const CONTEXT = { principal: { id: 1, name: 'bench', permissions: [APPLICATION_ADMIN], groups: [] } };
const THREAD = new URL('./portcullis-thread.ts', import.meta.url);
const ALLOW = [{ cidr: '127.0.0.1/32' }];
const CREATED_AT_ONCE = 1000;

/**
 * The library with its defaults, except the deadline: leases, group commit, retries, breaker, address guard, three signatures and a
 * history record for every attempt. Each endpoint is a webhook with a separate kind. An instance begins on a store in which all
 * deliveries are due, as after a restart.
 *
 * @param given - opened and closed here. Several processes may each have a store on the same database.
 */
export async function createPortcullisContender(order: ContenderOrder, ended: Ended, given: Store): Promise<Contender> {
  const meter = order.metered ? meterStore(given) : undefined;
  const store = meter?.store ?? given;
  await store.open();
  const webhookIds = await registerWebhooks(order, store);
  const filledEndpoints = webhookIds
    .slice(0, endpointsWithBacklog(order))
    .map((webhookId, endpoint): FilledEndpoint => {
      return { webhookId, tenant: order.tenants?.[endpoint] ?? DEFAULT_TENANT, kind: kindOf(order, endpoint) };
    });
  const endpointByWebhook = new Map(webhookIds.map((id, endpoint) => [id, endpoint]));
  let filled = 0;
  let instance: Portcullis | undefined;
  let stopApi: (() => Promise<void>) | undefined;

  const halt = async (): Promise<void> => {
    await stopApi?.();
    stopApi = undefined;
    await instance?.close();
    instance = undefined;
  };

  return {
    async fill(count) {
      await fillStore(store.allTenants, filledEndpoints, { first: filled, count });
      filled += count;
    },
    async begin() {
      instance = await createPortcullis(optionsOf(order, withoutClose(store)));
      instance.events.on('delivery.attempted', ({ webhookId, succeeded }) => {
        if (succeeded) ended(endpointByWebhook.get(webhookId) ?? 0);
      });
    },
    halt,
    async publish(number, count = 1) {
      if (!instance) throw new Error('Nothing has begun.');
      const { tenants } = order;
      const running = instance;
      const notify = (each: number, transaction?: StoreTransaction) => {
        const [endpoint = 0] = endpointsOfNotification(each, order);
        const { notifications } = tenants ? running.tenant(tenants[endpoint] ?? '') : running;
        return notifications.notify({ kind: kindOf(order, endpoint), ...payloadOf(each) }, transaction);
      };
      if (count === 1) await notify(number);
      else {
        await store.transaction(async (transaction) => {
          for (let each = number; each < number + count; each += 1) await notify(each, transaction);
        });
      }
    },
    async publishToAll(notification) {
      if (!instance) throw new Error('Nothing has begun.');
      await instance.notifications.notify({ kind: SHARED_KIND, ...payloadOf(notification) });
    },
    async serveApi() {
      if (!instance) throw new Error('Nothing has begun.');
      const { origin, stop } = await serveApi(instance);
      stopApi = stop;
      return { origin, webhookIds };
    },
    get operations() {
      return meter?.operations ?? 0;
    },
    async close() {
      await halt();
      await store.close();
    },
  };
}

/** The ids of the webhooks, which another process may have created. */
async function registerWebhooks(order: ContenderOrder, store: Store): Promise<readonly number[]> {
  const known = await store.allTenants.find('webhooks');
  if (known.length > 0) return known.map(({ id }) => id);
  const silent = await createPortcullis({
    ...optionsOf({ ...order, threaded: false }, withoutClose(store)),
    queue: createSilentQueue(),
  });
  const ids: number[] = [];
  const wanted = order.urls.map((url, endpoint) => ({
    tenant: order.tenants?.[endpoint],
    webhook: {
      url,
      name: `Endpoint ${endpoint}`,
      global: true,
      notificationType: [kindOf(order, endpoint), ...sharedKinds(order)],
      actionType: 'triggered',
      secret: SECRET,
    },
  }));
  for (const [tenant, each] of Map.groupBy(wanted, (one) => one.tenant)) {
    if (tenant !== undefined) await silent.tenants.create({ id: tenant });
    const { webhooks: service } = tenant === undefined ? silent : silent.tenant(tenant);
    for (let first = 0; first < each.length; first += CREATED_AT_ONCE) {
      const webhooks = each.slice(first, first + CREATED_AT_ONCE).map(({ webhook }) => webhook);
      const { createdWebhooks, errors } = await service.create(CONTEXT, { webhooks });
      if (errors.length > 0) throw new Error(`A webhook was refused: ${JSON.stringify(errors[0])}`);
      ids.push(...createdWebhooks.map(({ id }) => id));
    }
  }
  await silent.close();
  return ids;
}

function optionsOf(order: ContenderOrder, store: Store) {
  const { urls, deadlineMs, concurrency, concurrencyPerEndpoint, concurrentDeliveries, threaded, folder, tls } = order;
  return {
    plugins: [],
    store,
    secretKeys: benchKeys(),
    ...(tls && { transport: createTlsTransport(tls) }),
    settings: { webhookDeadlineMs: deadlineMs },
    ...(concurrentDeliveries !== undefined && { tenants: { limits: { concurrentDeliveries } } }),
    webhooks: {
      allow: ALLOW,
      maxPerRequest: CREATED_AT_ONCE,
      kinds: [...new Set(urls.map((_, endpoint) => kindOf(order, endpoint))), ...sharedKinds(order)].map((kind) => ({
        kind,
        class: 'activity' as const,
        trigger: 'The benchmark says so.',
        text: 'Measured.',
      })),
      ...(threaded && { thread: { module: THREAD, data: { file: storeFile(folder), postgres: databaseOf(order) } } }),
      ...(concurrency !== undefined && { concurrency }),
      ...(concurrencyPerEndpoint !== undefined && { concurrencyPerEndpoint }),
    },
  } satisfies PortcullisOptions;
}

/** Returns the connection string of the database if the store is on PostgreSQL. */
function databaseOf({ contender, postgres }: ContenderOrder): string | undefined {
  return contender === 'portcullis-postgres' ? postgres : undefined;
}

function createTlsTransport({ ca, connections }: TlsOrder): HttpTransport {
  return createUndiciTransport({
    guard: createAddressGuard({ allow: ALLOW }),
    resolveHost: async () => [{ address: '127.0.0.1', family: 4 }],
    ca,
    ...(connections === 'new' && { keepAliveMs: 0 }),
  });
}

function sharedKinds({ fanOut = false }: ContenderOrder): readonly string[] {
  return fanOut ? [SHARED_KIND] : [];
}

/** The store for an instance that is followed by another one. */
function withoutClose(store: Store): Store {
  return { ...store, close: async () => {} };
}

/** Wakes nothing. */
function createSilentQueue(): JobQueue {
  return { wake: async () => {}, handle: () => async () => {}, close: async () => {} };
}
