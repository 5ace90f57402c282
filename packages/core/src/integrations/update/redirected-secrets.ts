import { isDeepStrictEqual } from 'node:util';
import { type AnyPluginDefinition, REDACTION_MARKER } from '@portcullis/plugin-api';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { type Config, valueAt } from '../../kernel/input/config-paths.ts';
import { markedPaths } from '../config/redacted-values.ts';
import { pathsWith } from '../config/redaction.ts';

/**
 * Refuses the marker for stored secrets if the same PUT changes the address that they are sent to. A principal may edit an
 * integration without reading its secrets, and must not redirect them either.
 *
 * @param sent - the config as sent, with its markers.
 * @param config - parsed, with stored values in place of the markers.
 * @param restored - the stored config.
 * @throws ServiceError `REDACTED_VALUE`
 */
export function refuseRedirected(
  definition: AnyPluginDefinition,
  { sent, config, restored }: { readonly sent: Config; readonly config: Config; readonly restored: Config },
): void {
  const secrets = pathsWith(definition, ['secret']);
  const kept = markedPaths(sent).filter((path) => secrets.includes(path));
  if (kept.length === 0) return;
  const moved = (definition.secretDestinations ?? []).filter(
    (path) => !isDeepStrictEqual(valueAt(config, path), valueAt(restored, path)),
  );
  if (moved.length === 0) return;
  const named = (paths: readonly string[]): string => paths.map((path) => `config.${path}`).join(', ');
  throw new ServiceError(
    'REDACTED_VALUE',
    `${named(moved)} says where secrets are sent, and has changed: stored secrets are not sent to another place. Send the real value of ${named(kept)} instead of ${REDACTION_MARKER}.`,
    {
      details: kept.map((path) => ({
        path: `config.${path}`,
        message: `The stored value is not sent to another ${moved.join(', ')}.`,
      })),
    },
  );
}
