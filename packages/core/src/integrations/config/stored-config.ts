import { type AnyPluginDefinition, REDACTION_MARKER, type SetupMode } from '@portcullis/plugin-api';
import { type Config, valueAt, withoutPath, withValueAt } from '../../kernel/input/config-paths.ts';
import { markedPaths } from './redacted-values.ts';
import { pathsWith } from './redaction.ts';

/** A config, split into its clear and its sealed part. */
export interface SplitConfig {
  /** The clear part, in which secrets and privileged values are replaced by the marker or omitted. */
  readonly stored: Config;
  /** Secrets to seal, by path. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Returns the name under which a config's secret is sealed. */
export function secretNameOf(path: string): string {
  return `config:${path}`;
}

/**
 * Splits a config for the store. In automatic mode, privileged values are not stored: credentials are replaced by their marker,
 * other privileged values (a role) are omitted.
 */
export function splitConfig(definition: AnyPluginDefinition, config: Config, mode: SetupMode): SplitConfig {
  const privileged = mode === 'automatic' ? (definition.privileged ?? []) : [];
  const isPrivileged = (path: string): boolean =>
    privileged.some((field: string) => path === field || path.startsWith(`${field}.`));
  const concealed = pathsWith(definition, ['secret', 'hidden']);
  const secretPaths = new Set(pathsWith(definition, ['secret']));
  const secrets: Record<string, string> = {};
  let stored: Config = config;
  for (const path of concealed) {
    const value = valueAt(config, path);
    if (value === undefined || (!isPrivileged(path) && !secretPaths.has(path))) continue;
    if (!isPrivileged(path)) secrets[path] = String(value);
    stored = withValueAt(stored, path, REDACTION_MARKER);
  }
  for (const path of privileged) {
    if (!concealed.some((field) => field === path || field.startsWith(`${path}.`))) stored = withoutPath(stored, path);
  }
  return { stored, secrets };
}

/** Returns the stored config with its secrets. Privileged values, which are not stored, are absent. */
export function restoreConfig(stored: Config, secrets: Readonly<Record<string, string>>): Record<string, unknown> {
  let config: Record<string, unknown> = { ...stored };
  for (const path of markedPaths(stored)) {
    const secret = secrets[secretNameOf(path)];
    config = secret === undefined ? withoutPath(config, path) : withValueAt(config, path, secret);
  }
  return config;
}

/** Returns the top-level fields with different values in two stored configs. */
export function changedFields(before: Config, after: Config): readonly string[] {
  return Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
}
