import { type AnyPluginDefinition, canonicalText, type ManagedObject } from '@portcullis/plugin-api';

/** The queries with which a script looks before it acts, by object key. */
export type Guards = ReadonlyMap<string, { readonly exists: string; readonly ours: string }>;

/** Renders the guards of objects. Where two have one key, the later one counts. */
export function guardsOf({ dialect }: AnyPluginDefinition, objects: readonly ManagedObject[]): Guards {
  if (!dialect) return new Map();
  const rendered = objects.flatMap(({ key, guard }) =>
    guard
      ? [[key, { exists: canonicalText(guard.exists, dialect), ours: canonicalText(guard.ours, dialect) }] as const]
      : [],
  );
  return new Map(rendered);
}
