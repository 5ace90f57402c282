import { type AnyPluginDefinition, type Migration, REDACTION_MARKER } from '@portcullis/plugin-api';
import { type Config, valueAt, withValueAt } from '../../kernel/input/config-paths.ts';
import { markedPaths } from '../config/redacted-values.ts';
import { isOlder } from './plugin-versions.ts';

/** A stored config in the shape of the installed plugin. */
export interface MigratedConfig {
  /** The config, with secrets as markers. */
  readonly config: Config;
  /** The new path of each moved secret, by its old path. Unchanged paths are omitted. */
  readonly moved: ReadonlyMap<string, string>;
}

/** Returns the migrations between a stored version and the installed one, the oldest first. */
export function migrationsSince({ migrations = [] }: AnyPluginDefinition, version: string): readonly Migration[] {
  return migrations.filter(({ to }) => isOlder(version, to));
}

/** Migrates a stored config to the shape of the installed plugin. Pure: nothing is stored. */
export function migrateConfig(definition: AnyPluginDefinition, stored: Config, version: string): MigratedConfig {
  const steps = migrationsSince(definition, version).flatMap((each) => (each.config ? [each] : []));
  if (steps.length === 0) return { config: stored, moved: new Map() };
  const migrate = (config: Config): Config =>
    steps.reduce<Config>((migrated, step) => step.config?.(migrated) ?? migrated, config);
  const config = migrate(structuredClone(stored));
  return { config, moved: movedMarkers(stored, config, migrate) };
}

/** All markers look alike, so each is numbered and migrated again to find those that were moved. */
function movedMarkers(
  stored: Config,
  migrated: Config,
  migrate: (config: Config) => Config,
): ReadonlyMap<string, string> {
  const before = markedPaths(stored);
  const labels = new Map<string, string>(before.map((path, index) => [`${REDACTION_MARKER}#${index}`, path]));
  const labelled = [...labels].reduce<Config>(
    (config, [label, path]) => withValueAt(config, path, label),
    structuredClone(stored),
  );
  const after = migrate(labelled);
  return new Map(
    markedPaths(migrated).flatMap((path) => {
      const from = labels.get(String(valueAt(after, path)));
      return from === undefined || from === path ? [] : [[from, path] as const];
    }),
  );
}
