import type { JsonSchema } from './json-schema.ts';
import { leavesOf } from './leaves-of.ts';

/** Returns the paths of a form whose values are edited as JSON. */
export function documentPaths(schema: JsonSchema): ReadonlySet<string> {
  return new Set(leavesOf(schema).flatMap(({ kind, path }) => (kind === 'json' ? [path] : [])));
}
