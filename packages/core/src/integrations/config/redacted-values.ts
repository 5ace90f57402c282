import { REDACTION_MARKER } from '@portcullis/plugin-api';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { type Config, valueAt, withValueAt } from '../../kernel/input/config-paths.ts';

/**
 * Replaces the markers in a PUT with the stored values.
 *
 * @throws ServiceError `REDACTED_VALUE` with every path whose value is not stored: privileged credentials, or values that never
 * existed.
 */
export function fillMarkers(sent: Config, restored: Config): Config {
  const paths = markedPaths(sent);
  const missing = paths.filter((path) => valueAt(restored, path) === undefined);
  if (missing.length > 0) {
    throw new ServiceError(
      'REDACTED_VALUE',
      `No value is stored for ${missing.map((path) => `config.${path}`).join(', ')}: send the real value instead of ${REDACTION_MARKER}.`,
      {
        details: missing.map((path) => ({
          path: `config.${path}`,
          message: 'The marker stands for a value that is not stored.',
        })),
      },
    );
  }
  return paths.reduce<Config>((config, path) => withValueAt(config, path, valueAt(restored, path)), sent);
}

/** Returns the paths whose value is the redaction marker. */
export function markedPaths(value: unknown, prefix = ''): readonly string[] {
  if (value === REDACTION_MARKER) return [prefix];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => markedPaths(each, prefix === '' ? key : `${prefix}.${key}`));
}
