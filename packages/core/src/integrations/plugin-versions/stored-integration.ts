import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import { restoreConfig, secretNameOf } from '../config/stored-config.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';
import { migrateConfig } from './migrate-config.ts';

/** A stored integration as the installed plugin reads it, whichever version has stored it. */
export interface StoredIntegration {
  /** With its config in today's shape; `pluginVersion` is still the version that stored it. */
  readonly record: IntegrationRecord;
  /** The config with its secrets back in place. Privileged values that are kept nowhere are absent. */
  readonly restored: Record<string, unknown>;
  /** All current secrets by name, those of the config under their names of today. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Reads the config and the secrets of an integration. Nothing is written: that is the part of a migration or an edit. */
export async function readStored(
  { secrets: sealed }: Pick<IntegrationDependencies, 'secrets'>,
  definition: AnyPluginDefinition,
  record: IntegrationRecord,
): Promise<StoredIntegration> {
  const { config, moved } = migrateConfig(definition, record.config, record.pluginVersion);
  const secrets = renameSecrets(await sealed.readAll(`integration:${record.id}`), moved);
  return { record: { ...record, config }, restored: restoreConfig(config, secrets), secrets };
}

/**
 * A record with its config in today's shape, for showing it. A config that the migrations cannot read is shown as it was
 * stored, so that what is wrong with it can be seen.
 */
export function upToDate(definition: AnyPluginDefinition | undefined, record: IntegrationRecord): IntegrationRecord {
  if (!definition) return record;
  try {
    return { ...record, config: migrateConfig(definition, record.config, record.pluginVersion).config };
  } catch {
    return record;
  }
}

function renameSecrets(
  secrets: Readonly<Record<string, string>>,
  moved: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const names = new Map([...moved].map(([from, to]) => [secretNameOf(from), secretNameOf(to)] as const));
  const taken = new Set(names.values());
  return Object.fromEntries(
    Object.entries(secrets).flatMap(([name, secret]) => {
      const to = names.get(name);
      if (to !== undefined) return [[to, secret]];
      return taken.has(name) ? [] : [[name, secret]];
    }),
  );
}
