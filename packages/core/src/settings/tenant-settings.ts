import { parseInput } from '../kernel/input/parse-input.ts';
import { DEFAULT_SETTINGS } from '../options/defaults.ts';
import type { Settings } from '../options/settings.ts';
import type { Clock } from '../ports/clock.ts';
import type { AllTenantsStore } from '../ports/store/store.ts';
import { settingsSchema } from './settings-schema.ts';

/** Milliseconds for which a node may use settings that another node has changed. */
const SHARED_CACHE_MS = 2000;
/** Maximum number of tenants whose settings are cached; the oldest are removed first. */
const MAX_CACHED = 10_000;

/** Dependencies of {@link createTenantSettings}. */
export interface TenantSettingsDependencies {
  readonly store: Pick<AllTenantsStore, 'find' | 'shared'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The host's defaults. */
  readonly defaults: Partial<Settings>;
  /** Maximum age of cached settings, in milliseconds. @default unlimited with a single process, otherwise two seconds */
  readonly cacheMs?: number;
}

/** The settings in force of every tenant: those in the store over the host's defaults over {@link DEFAULT_SETTINGS}. */
export interface TenantSettings {
  of(tenant: string): Promise<Settings>;
  /**
   * Reads the settings of some tenants, with one query for all that are not cached.
   *
   * @param operations - the operations to read with. @default the store
   */
  ofAll(tenants: Iterable<string>, operations?: Pick<AllTenantsStore, 'find'>): Promise<ReadonlyMap<string, Settings>>;
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
  const { store, clock, defaults, cacheMs = store.shared ? SHARED_CACHE_MS : Number.POSITIVE_INFINITY } = dependencies;
  const base: Settings = { ...DEFAULT_SETTINGS, ...parseInput(settingsSchema.partial(), defaults, 'settings') };
  const cached = new Map<string, { readonly settings: Settings; readonly until: number }>();
  let changes = 0;

  const remember = (tenant: string, settings: Settings): void => {
    cached.delete(tenant);
    cached.set(tenant, { settings, until: clock.monotonic() + cacheMs });
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
  };

  const ofAll: TenantSettings['ofAll'] = async (tenants, operations = store) => {
    const found = new Map<string, Settings>();
    const unknown: string[] = [];
    const now = clock.monotonic();
    for (const tenant of new Set(tenants)) {
      const known = cached.get(tenant);
      if (known && now < known.until) found.set(tenant, known.settings);
      else unknown.push(tenant);
    }
    if (unknown.length === 0) return found;
    const seen = changes;
    const rows = await operations.find('settings', { where: { tenant: { in: unknown } } });
    const byTenant = Map.groupBy(rows, ({ tenant }) => tenant);
    for (const tenant of unknown) {
      const own = (byTenant.get(tenant) ?? []).map(({ name, value }) => [name, value]);
      const settings = { ...base, ...Object.fromEntries(own) };
      found.set(tenant, settings);
      // Settings that are read during a change may be those before it.
      if (seen === changes) remember(tenant, settings);
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
    forget(tenant) {
      changes += 1;
      cached.delete(tenant);
    },
  };
}
