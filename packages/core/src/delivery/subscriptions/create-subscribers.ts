import type { Clock } from '../../ports/clock.ts';
import type { AllTenantsOperations, AllTenantsStore } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import { ALL_NOTIFICATIONS } from '../catalogue/kind-classes.ts';
import { readSubscriptionsVersions } from './subscriptions-version.ts';

/** The webhooks that subscribe to a kind, in the order of their ids. */
interface Subscribers {
  readonly webhooks: readonly OwnedRow<'webhooks'>[];
  /** The version of all subscriptions when they were read. It does not cover the health of the webhooks, which may be another by now. */
  readonly version: number;
}

/** Finds subscribers and caches them until a change of the subscriptions is known. */
export interface SubscriberDirectory {
  find(tenant: string, kind: string): Promise<Subscribers>;
  /** A version of a tenant's subscriptions, and all before it, is not the current one. */
  forget(tenant: string, version: number): void;
}

/** The cache entry of a tenant's kind. */
interface Known {
  readonly tenant: string;
  readonly reading: Promise<Subscribers>;
  until: number;
  /** Undefined while it is being read. */
  version?: number;
}

/** Entries that are cached, of all tenants together; the oldest go first. */
const MAX_ENTRIES = 20_000;
/** Webhooks of one kind beyond which they are read each time: the memory would be the host's. */
const MAX_REMEMBERED = 1000;

/** Milliseconds after which changes are known that were not signalled, such as those of an older version of the library. */
const REMEMBERED_MS = 60_000;
/** A reading that takes longer keeps only those waiting that are: its connection may be dead. */
const READING_MS = 5000;

/** Creates a directory that remembers nothing yet. Who uses what it answers compares the version in the transaction that does so. */
export function createSubscribers(store: AllTenantsStore, clock: Pick<Clock, 'monotonic'>): SubscriberDirectory {
  const known = new Map<string, Known>();

  const read = async (tenant: string, kind: string): Promise<Subscribers> => {
    // First: what is read after it may be newer than the version, and is then read again; never older.
    const version = (await readSubscriptionsVersions(store, [tenant])).get(tenant) ?? 0;
    return { version, webhooks: await readSubscribers(store, tenant, kind) };
  };

  const remember = (tenant: string, kind: string, key: string): Promise<Subscribers> => {
    const reading = read(tenant, kind);
    const entry: Known = { tenant, reading, until: clock.monotonic() + READING_MS };
    known.delete(key);
    known.set(key, entry);
    const [oldest] = known.keys();
    if (known.size > MAX_ENTRIES && oldest !== undefined) known.delete(oldest);
    const forget = (): void => {
      if (known.get(key) === entry) known.delete(key);
    };
    reading.then(({ webhooks, version }) => {
      entry.version = version;
      entry.until = clock.monotonic() + REMEMBERED_MS;
      if (webhooks.length > MAX_REMEMBERED) forget();
    }, forget);
    return reading;
  };

  return {
    find(tenant, kind) {
      // A kind has no line feed, and neither has a tenant.
      const key = `${tenant}\n${kind}`;
      const remembered = known.get(key);
      return remembered && clock.monotonic() < remembered.until ? remembered.reading : remember(tenant, kind, key);
    },
    forget(tenant, version) {
      // A read in progress may be newer: several callers who find out at the same moment must not each start another one.
      for (const [key, entry] of known) {
        if (entry.tenant === tenant && entry.version !== undefined && entry.version <= version) known.delete(key);
      }
    },
  };
}

/** Reads the webhooks of a tenant that subscribe to a kind, in the order of their ids. */
export async function readSubscribers(
  store: Pick<AllTenantsOperations, 'find'>,
  tenant: string,
  kind: string,
): Promise<readonly OwnedRow<'webhooks'>[]> {
  const where = { tenant, kind: { in: [kind, ALL_NOTIFICATIONS] } };
  const subscriptions = await store.find('subscriptions', { where });
  if (subscriptions.length === 0) return [];
  const ids = [...new Set(subscriptions.map(({ webhookId }) => webhookId))];
  return store.find('webhooks', { where: { id: { in: ids }, tenant, state: { not: 'deleted' } } });
}
