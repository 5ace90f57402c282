import { parseInput } from '../kernel/input/parse-input.ts';
import { DEFAULT_SETTINGS } from '../options/defaults.ts';
import type { Settings } from '../options/settings.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store/store.ts';
import { APPLICATION_ADMIN } from '../security/principals/principal.ts';
import { requirePermission } from '../security/principals/require-permission.ts';
import { settingsSchema } from './settings-schema.ts';
import type { SettingsService } from './settings-service.ts';

/** Milliseconds that a node may go on with settings that another node has changed. */
const SHARED_CACHE_MS = 2000;

/** Dependencies of {@link createSettings}. */
export interface SettingsDependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** The host's defaults. */
  readonly defaults: Partial<Settings>;
  /** The greatest age of settings, in milliseconds. @default unlimited with a single process, otherwise two seconds */
  readonly cacheMs?: number;
}

/** Settings in the store over the host's defaults over {@link DEFAULT_SETTINGS}. */
export function createSettings(dependencies: SettingsDependencies): SettingsService {
  const { store, clock, defaults, cacheMs = store.shared ? SHARED_CACHE_MS : Number.POSITIVE_INFINITY } = dependencies;
  const base: Settings = { ...DEFAULT_SETTINGS, ...parseInput(settingsSchema.partial(), defaults, 'settings') };
  let changes = 0;
  let cached: { readonly settings: Settings; readonly until: number } | undefined;

  const current = async (): Promise<Settings> => {
    if (cached && clock.monotonic() < cached.until) return cached.settings;
    const seen = changes;
    const rows = await store.find('settings');
    const settings = { ...base, ...Object.fromEntries(rows.map((row) => [row.name, row.value])) };
    // Settings read during a change may be the state before it.
    if (seen === changes) cached = { settings, until: clock.monotonic() + cacheMs };
    return settings;
  };

  return {
    current,
    async get({ principal }) {
      requirePermission(principal, APPLICATION_ADMIN);
      return current();
    },
    async update({ principal }, body) {
      requirePermission(principal, APPLICATION_ADMIN);
      const wanted = parseInput(settingsSchema.partial(), body);
      await store.transaction(async (transaction) => {
        for (const [name, value] of Object.entries(wanted)) {
          await transaction.remove('settings', { name });
          await transaction.insert('settings', { name, value, updatedAt: clock.now() });
        }
        transaction.afterCommit(() => {
          changes += 1;
          cached = undefined;
        });
      });
      return current();
    },
  };
}
