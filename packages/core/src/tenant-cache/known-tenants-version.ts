import type { Clock } from '../ports/clock.ts';
import type { AllTenantsOperations, AllTenantsStore } from '../ports/store/store.ts';
import { readTenantsVersion } from './tenants-version.ts';

/** Milliseconds after which every node knows that another one has changed a tenant. */
export const TENANTS_KNOWN_MS = 2000;
/** Milliseconds after which changes without a new version become known, such as those that a person makes in the database. */
const MAX_AGE_MS = 5 * 60_000;

/** Dependencies of {@link createKnownTenantsVersion}. */
export interface KnownTenantsVersionDependencies {
  readonly store: Pick<AllTenantsStore, 'find' | 'shared'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** True if others change the same tenants, such as another process or thread. @default true for a shared store */
  readonly isShared?: boolean;
}

/** The version of all tenants as a node knows it. All caches of tenants share it. */
export interface KnownTenantsVersion {
  /** Milliseconds for which an entry may be used while the version is unchanged. */
  readonly maxAgeMs: number;
  /** Returns the version if it was read less than two seconds ago. */
  latest(): number | undefined;
  /** Reads the version for two seconds. Concurrent calls share one query. Not inside a transaction. */
  read(): Promise<number>;
  /**
   * Reads the version in a transaction, which asks for it once. What the transaction reads afterwards is at least as new as this
   * version, but possibly older than the latest one, so it belongs into a cache under this version only.
   */
  within(transaction: Pick<AllTenantsOperations, 'find'>): Promise<number>;
}

/** A query for the version. */
interface Reading {
  /** The time at which the query was sent: the result may lack everything that happened after it. */
  readonly at: number;
  readonly version: Promise<number>;
}

/** The version of a store that only this thread changes. */
const UNSHARED: KnownTenantsVersion = Object.freeze({
  maxAgeMs: Number.POSITIVE_INFINITY,
  latest: () => 0,
  read: async () => 0,
  within: async () => 0,
});

/** Creates the {@link KnownTenantsVersion} of a node. It runs no query until it is asked, and none for a store of its own. */
export function createKnownTenantsVersion(dependencies: KnownTenantsVersionDependencies): KnownTenantsVersion {
  const { store, clock, isShared = store.shared } = dependencies;
  if (!isShared) return UNSHARED;
  const readings = new WeakMap<object, Promise<number>>();
  let known: { readonly at: number; readonly version: number } | undefined;
  let underWay: Reading | undefined;

  const isRecent = ({ at }: Pick<Reading, 'at'>): boolean => clock.monotonic() < at + TENANTS_KNOWN_MS;

  const start = (): Reading => {
    const at = clock.monotonic();
    const reading: Reading = { at, version: readTenantsVersion(store) };
    const end = (): void => {
      if (underWay === reading) underWay = undefined;
    };
    reading.version.then((version) => {
      end();
      if (known === undefined || known.at <= at) known = { at, version };
    }, end);
    return reading;
  };

  return {
    maxAgeMs: MAX_AGE_MS,
    latest: () => (known && isRecent(known) ? known.version : undefined),
    read() {
      // A query on a dead connection may take longer; later callers start another one.
      if (!underWay || !isRecent(underWay)) underWay = start();
      return underWay.version;
    },
    within(transaction) {
      const asked = readings.get(transaction);
      if (asked) return asked;
      const version = readTenantsVersion(transaction);
      readings.set(transaction, version);
      return version;
    },
  };
}
