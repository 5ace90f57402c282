import type { ManagedObject } from '../objects/managed-object.ts';
import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { type Issues, issueIf } from './issues.ts';

/**
 * Checks that the set-up role of a plugin without a dialect is a list of privileges without statements, because nothing
 * could print them.
 */
export function checkGrants(
  { dialect }: AnyPluginDefinition,
  objects: readonly ManagedObject[],
  where: string,
): Issues {
  if (dialect) return [];
  return objects.flatMap(({ key, needs }) =>
    issueIf(
      needs.some(({ grant }) => grant !== undefined),
      `${where} "${key}"`,
      'has a privilege with `grant`, a statement, but the plugin has no dialect that prints it.',
      'Leave `grant` out: the set-up role then names the privilege.',
    ),
  );
}
