import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { checkSlug, type Issues, issueIf } from './issues.ts';

/** Source: semver.org, version 2.0.0. */
export const SEMANTIC_VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

/** Checks that `apiVersion`, `type`, `id` and `version` are well-formed. */
export function checkIdentity({ apiVersion, type, id, version }: AnyPluginDefinition): Issues {
  const isName = typeof type === 'string' && type.trim() === type && type !== '';
  return [
    ...issueIf(!Number.isInteger(apiVersion), 'apiVersion', 'is missing.', 'Write `apiVersion: 1`.'),
    ...issueIf(!isName, 'type', 'is not a name.', 'Use the value of `type` on the wire, such as "Redshift".'),
    ...checkSlug('id', id),
    ...issueIf(
      !SEMANTIC_VERSION.test(version ?? ''),
      'version',
      `"${version}" is not a semantic version.`,
      'Use the version of the package, such as "1.0.0".',
    ),
  ];
}
