import { createBatchedRead } from '../../kernel/reads/batched-read.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import { readSubscribers, type TenantKind, tenantKindKey } from './read-subscribers.ts';
import { readSubscriptionsVersions } from './subscriptions-version.ts';

/** The webhooks that subscribe to a kind, in the order of their ids. */
interface Subscribers {
  readonly webhooks: readonly OwnedRow<'webhooks'>[];
  /**
   * The version of all subscriptions at the time of the read. It does not cover the health of the webhooks, which may have
   * changed.
   */
  readonly version: number;
}

/** A directory that finds subscribers and caches them until a change of the subscriptions is known. */
export interface SubscriberDirectory {
  find(tenant: string, kind: string): Promise<Subscribers>;
  /** Reports that a version of a tenant's subscriptions, and all earlier ones, are outdated. */
  forget(tenant: string, version: number): void;
}

/** The cache entry of a tenant's kind. */
interface CacheEntry {
  readonly tenant: string;
  readonly reading: Promise<Subscribers>;
  until: number;
  /** Undefined during the read. */
  version?: number;
  /** The number of its webhooks; 0 during the read. */
  count: number;
}

/** Maximum number of cache entries over all tenants; the oldest are removed first. */
const MAX_ENTRIES = 20_000;
/** Maximum number of cached webhooks of a kind; more are read each time, to limit the memory. */
const MAX_CACHED_PER_KIND = 1000;
/** Maximum number of webhooks in all cache entries together, at about a kilobyte each. */
const MAX_WEBHOOKS = 100_000;

/** Milliseconds after which changes without a signal become known, such as those of an older version of the library. */
const MAX_AGE_MS = 60_000;
/** Milliseconds after which later callers start another read, because the connection of the first may be dead. */
const READ_TIMEOUT_MS = 5000;

/** Creates an empty directory. Callers compare the version of a result in the transaction that uses it. */
export function createSubscribers(store: AllTenantsStore, clock: Pick<Clock, 'monotonic'>): SubscriberDirectory {
  const cache = new Map<string, CacheEntry>();
  let webhooksInAll = 0;

  const remove = (key: string): void => {
    webhooksInAll -= cache.get(key)?.count ?? 0;
    cache.delete(key);
  };

  const removeOldest = (): void => {
    const [oldest] = cache.keys();
    if (oldest !== undefined) remove(oldest);
  };

  const read = createBatchedRead<TenantKind, Subscribers>(
    async (tenantKinds) => {
      // The versions are read first: rows read after them may be newer, and are then read again, but never older.
      const versions = await readSubscriptionsVersions(
        store,
        tenantKinds.map(({ tenant }) => tenant),
      );
      const subscribersOf = await readSubscribers(store, tenantKinds);
      return (request) => ({ version: versions.get(request.tenant) ?? 0, webhooks: subscribersOf(request) });
    },
    () => store.insideTransaction?.() ?? false,
  );

  const startRead = (tenant: string, kind: string, key: string): Promise<Subscribers> => {
    const reading = read({ tenant, kind });
    const entry: CacheEntry = { tenant, reading, until: clock.monotonic() + READ_TIMEOUT_MS, count: 0 };
    remove(key);
    cache.set(key, entry);
    if (cache.size > MAX_ENTRIES) removeOldest();
    const forget = (): void => {
      if (cache.get(key) === entry) remove(key);
    };
    reading.then(({ webhooks, version }) => {
      if (cache.get(key) !== entry) return;
      entry.version = version;
      entry.until = clock.monotonic() + MAX_AGE_MS;
      entry.count = webhooks.length;
      webhooksInAll += entry.count;
      if (webhooks.length > MAX_CACHED_PER_KIND) forget();
      while (webhooksInAll > MAX_WEBHOOKS) removeOldest();
    }, forget);
    return reading;
  };

  return {
    find(tenant, kind) {
      const key = tenantKindKey({ tenant, kind });
      const cached = cache.get(key);
      return cached && clock.monotonic() < cached.until ? cached.reading : startRead(tenant, kind, key);
    },
    forget(tenant, version) {
      // A read in progress may be newer, so several callers with an outdated version do not each start another one.
      for (const [key, entry] of cache) {
        if (entry.tenant === tenant && entry.version !== undefined && entry.version <= version) remove(key);
      }
    },
  };
}
