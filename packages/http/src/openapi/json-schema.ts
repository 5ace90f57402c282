import { portablePattern } from './portable-pattern.ts';

/** A JSON Schema, 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns a schema as a component: internal references point to its new path, patterns are {@link portablePattern}s, and the
 * keywords of a separate document (`$schema`, `$id`) are removed.
 */
export function underComponent(name: string, schema: JsonSchema): JsonSchema {
  const { $schema: _dialect, $id: _id, ...rest } = schema;
  return adapt(rest, `#/components/schemas/${name}`) as JsonSchema;
}

function adapt(value: unknown, base: string): unknown {
  if (Array.isArray(value)) return value.map((item) => adapt(item, base));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      typeof item === 'string' ? adaptText(key, item, base) : adapt(item, base),
    ]),
  );
}

function adaptText(keyword: string, text: string, base: string): string {
  if (keyword === 'pattern') return portablePattern(text);
  const isOwnReference = keyword === '$ref' && /^#(\/|$)/.test(text) && !text.startsWith('#/components/');
  return isOwnReference ? base + text.slice(1) : text;
}
