import { pluginNames } from './plugin-list.ts';
import { createPostgresEnvironment } from './postgres-environment.ts';
import { createSimulatedEnvironment } from './simulated-environment.ts';
import { createMariaDbSupply, createPostgresSupply, createSqliteSupply, type StoreSupply } from './store-supply.ts';
import type { TestEnvironment } from './test-environment.ts';
import type { Operation } from './victim-protocol.ts';

/** A combination of a plugin, a platform and a store. */
export interface Combination {
  readonly plugin: string;
  readonly platform: TestEnvironment['platform'];
  readonly store: StoreSupply['kind'];
  readonly openTestEnvironment: () => Promise<TestEnvironment>;
  /** Resolves with undefined if this machine has no server for the stores. */
  readonly openStores: () => Promise<StoreSupply | undefined>;
  /** Kills of each operation in a quick run. */
  readonly sample: number;
  /** The operation of a quick run. @default all */
  readonly quickOperation?: Operation;
  /** The position of a single kill, from 0 for the first point of an operation to 1 for the last. */
  readonly at: number;
}

/** The plugin that also runs on a real platform, and on stores across a network. */
const THOROUGH = 'redshift';

/** All combinations, the longest first, so that workers end at about the same time. */
export function combinations(quick: boolean): readonly Combination[] {
  const sqlite = { store: 'sqlite', openStores: async () => createSqliteSupply() } as const;
  const simulated = (plugin: string, at: number) =>
    ({
      plugin,
      platform: 'simulated',
      openTestEnvironment: () => createSimulatedEnvironment(plugin),
      sample: 1,
      at,
    }) as const;
  const real = {
    plugin: THOROUGH,
    platform: 'PostgreSQL',
    openTestEnvironment: createPostgresEnvironment,
    sample: 4,
    at: 0,
    ...sqlite,
  } as const;
  const remote = { ...simulated(THOROUGH, 0), store: 'postgresql', openStores: createPostgresSupply } as const;
  const mariadb = {
    ...simulated(THOROUGH, 0.5),
    store: 'mariadb',
    openStores: createMariaDbSupply,
    quickOperation: 'create',
  } as const;
  // Each plugin is killed at another point, so that together they cover an operation from its first to its last.
  const names = pluginNames();
  const onSqlite = names.map((plugin, index) => ({ ...simulated(plugin, index / (names.length - 1)), ...sqlite }));
  return [real, ...(quick ? [] : [remote]), mariadb, ...onSqlite];
}
