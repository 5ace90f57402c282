/** A JSON Schema, 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns a schema as a component: internal references point to its new path, and the keywords of a separate document
 * (`$schema`, `$id`) are removed.
 */
export function underComponent(name: string, schema: JsonSchema): JsonSchema {
  const { $schema: _dialect, $id: _id, ...rest } = schema;
  return repoint(rest, `#/components/schemas/${name}`) as JsonSchema;
}

function repoint(value: unknown, base: string): unknown {
  if (Array.isArray(value)) return value.map((each) => repoint(each, base));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string' && /^#(\/|$)/.test(each) && !each.startsWith('#/components/')
        ? base + each.slice(1)
        : repoint(each, base),
    ]),
  );
}
