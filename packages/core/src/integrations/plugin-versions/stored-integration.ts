import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import { integrationSecretOwner } from '../../security/seal/secret-owners.ts';
import { restoreConfig, secretNameOf } from '../config/stored-config.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';
import { migrateConfig } from './migrate-config.ts';

/** A stored integration in the form of the installed plugin, regardless of the version that stored it. */
export interface StoredIntegration {
  /** The record with its migrated config; `pluginVersion` is still the version that stored it. */
  readonly record: IntegrationRecord;
  /** The config with its secrets. Privileged values, which are not stored, are absent. */
  readonly restored: Record<string, unknown>;
  /** All current secrets by name, those of the config under their migrated names. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Reads the config and the secrets of an integration. Writes nothing; a migration or an edit stores the new form. */
export async function readStored(
  { secrets: sealed }: Pick<IntegrationDependencies, 'secrets'>,
  definition: AnyPluginDefinition,
  record: IntegrationRecord,
): Promise<StoredIntegration> {
  const { config, moved } = migrateConfig(definition, record.config, record.pluginVersion);
  const secrets = renameSecrets(await sealed.readAll(integrationSecretOwner(record.id)), moved);
  return { record: { ...record, config }, restored: restoreConfig(config, secrets), secrets };
}

/**
 * Returns a record with its migrated config, for output. A config that the migrations cannot read is returned as stored, so that
 * its problem is visible.
 */
export function upToDate(definition: AnyPluginDefinition | undefined, record: IntegrationRecord): IntegrationRecord {
  if (!definition) return record;
  try {
    const { config } = migrateConfig(definition, record.config, record.pluginVersion);
    return config === record.config ? record : { ...record, config };
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
