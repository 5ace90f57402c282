import type { Clock } from '../../ports/clock.ts';
import type { Store, StoreOperations } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import { ALL_NOTIFICATIONS } from '../catalogue/kind-classes.ts';
import { readSubscriptionsVersion } from './subscriptions-version.ts';

/** The webhooks that subscribe to a kind, in the order of their ids. */
interface Subscribers {
  readonly webhooks: readonly Row<'webhooks'>[];
  /** The version of all subscriptions when they were read. It does not cover the health of the webhooks, which may be another by now. */
  readonly version: number;
}

/** Finds subscribers and caches them until a change of the subscriptions is known. */
export interface SubscriberDirectory {
  find(kind: string): Promise<Subscribers>;
  /** A version, and all before it, is not the current one. */
  forget(version: number): void;
}

/** The cache entry of a kind. */
interface Known {
  readonly reading: Promise<Subscribers>;
  until: number;
  /** Undefined while it is being read. */
  version?: number;
}

/** Webhooks of one kind beyond which they are read each time: the memory would be the host's. */
const MAX_REMEMBERED = 1000;

/** Milliseconds after which changes are known that were not signalled, such as those of an older version of the library. */
const REMEMBERED_MS = 60_000;
/** A reading that takes longer keeps only those waiting that are: its connection may be dead. */
const READING_MS = 5000;

/** Makes a directory that remembers nothing yet. Who uses what it answers compares the version in the transaction that does so. */
export function createSubscribers(store: Store, clock: Pick<Clock, 'monotonic'>): SubscriberDirectory {
  const known = new Map<string, Known>();

  const read = async (kind: string): Promise<Subscribers> => {
    // First: what is read after it may be newer than the version, and is then read again; never older.
    const version = await readSubscriptionsVersion(store);
    return { version, webhooks: await readSubscribers(store, kind) };
  };

  const remember = (kind: string): Promise<Subscribers> => {
    const reading = read(kind);
    const entry: Known = { reading, until: clock.monotonic() + READING_MS };
    known.set(kind, entry);
    const forget = (): void => {
      if (known.get(kind) === entry) known.delete(kind);
    };
    reading.then(({ webhooks, version }) => {
      entry.version = version;
      entry.until = clock.monotonic() + REMEMBERED_MS;
      if (webhooks.length > MAX_REMEMBERED) forget();
    }, forget);
    return reading;
  };

  return {
    find(kind) {
      const remembered = known.get(kind);
      return remembered && clock.monotonic() < remembered.until ? remembered.reading : remember(kind);
    },
    forget(version) {
      // A read in progress may be newer: several callers who find out at the same moment must not each start another one.
      for (const [kind, entry] of known) {
        if (entry.version !== undefined && entry.version <= version) known.delete(kind);
      }
    },
  };
}

/** Reads the webhooks that subscribe to a kind, in the order of their ids. */
export async function readSubscribers(store: StoreOperations, kind: string): Promise<readonly Row<'webhooks'>[]> {
  const subscriptions = await store.find('subscriptions', { where: { kind: { in: [kind, ALL_NOTIFICATIONS] } } });
  if (subscriptions.length === 0) return [];
  const ids = [...new Set(subscriptions.map(({ webhookId }) => webhookId))];
  return store.find('webhooks', { where: { id: { in: ids }, state: { not: 'deleted' } } });
}
