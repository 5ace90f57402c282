import { parseInput } from '../kernel/input/parse-input.ts';
import { withDefaults } from '../kernel/input/with-defaults.ts';
import { DEFAULT_SETTINGS } from '../options/defaults.ts';
import type { Settings } from '../options/settings.ts';
import type { Clock } from '../ports/clock.ts';
import type { AllTenantsStore } from '../ports/store/store.ts';
import { createTenantCache } from '../tenant-cache/create-tenant-cache.ts';
import type { KnownTenantsVersion } from '../tenant-cache/known-tenants-version.ts';
import { settingsSchema } from './settings-schema.ts';

/** Dependencies of {@link createTenantSettings}. */
export interface TenantSettingsDependencies {
  readonly store: Pick<AllTenantsStore, 'find'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly tenantsVersion: KnownTenantsVersion;
  /** The host's defaults. */
  readonly defaults: Partial<Settings>;
}

/** The settings in force of every tenant: those in the store over the host's defaults over {@link DEFAULT_SETTINGS}. */
export interface TenantSettings {
  of(tenant: string): Promise<Settings>;
  /**
   * Reads the settings of some tenants, with one query for all that are not cached.
   *
   * @param transaction - the transaction to read in. @default none
   */
  ofAll(tenants: Iterable<string>, transaction?: Pick<AllTenantsStore, 'find'>): Promise<ReadonlyMap<string, Settings>>;
  /** Returns the values of one setting that differ from that of the instance, by tenant. */
  overridesOf<Name extends keyof Settings>(name: Name): Promise<ReadonlyMap<string, Settings[Name]>>;
  /** The settings of a tenant without its own. */
  readonly base: Settings;
  /** Removes the cache entry of a tenant, and discards reads in progress. */
  forget(tenant: string): void;
}

/**
 * Creates the {@link TenantSettings} of a node.
 *
 * @throws ServiceError `OPTIONS_INVALID` if a default of the host is not valid.
 */
export function createTenantSettings(dependencies: TenantSettingsDependencies): TenantSettings {
  const { store, tenantsVersion, defaults } = dependencies;
  const base = withDefaults<Settings>(DEFAULT_SETTINGS, parseInput(settingsSchema.partial(), defaults, 'settings'));
  const cache = createTenantCache<Settings>(dependencies);

  const ofAll: TenantSettings['ofAll'] = async (tenants, transaction) => {
    const found = new Map<string, Settings>();
    const unknown: string[] = [];
    const read = () => (transaction ? tenantsVersion.within(transaction) : tenantsVersion.read());
    const known = tenantsVersion.latest() ?? (await read());
    for (const tenant of new Set(tenants)) {
      const settings = cache.get(tenant, known);
      if (settings) found.set(tenant, settings);
      else unknown.push(tenant);
    }
    if (unknown.length === 0) return found;
    const remember = cache.beginRead();
    // The order matters: the version is read first.
    const [version, rows] = await Promise.all([
      transaction ? tenantsVersion.within(transaction) : known,
      (transaction ?? store).find('settings', { where: { tenant: { in: unknown } } }),
    ]);
    const byTenant = Map.groupBy(rows, ({ tenant }) => tenant);
    for (const tenant of unknown) {
      const own = byTenant.get(tenant)?.map(({ name, value }) => [name, value]);
      const settings = own ? { ...base, ...Object.fromEntries(own) } : base;
      found.set(tenant, settings);
      remember(tenant, version, settings);
    }
    return found;
  };

  return {
    base,
    ofAll,
    async of(tenant) {
      return (await ofAll([tenant])).get(tenant) ?? base;
    },
    async overridesOf(name) {
      const rows = await store.find('settings', { where: { name } });
      return new Map(rows.map(({ tenant, value }) => [tenant, value]));
    },
    forget: cache.forget,
  };
}
