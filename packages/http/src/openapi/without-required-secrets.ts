import type { JsonSchema } from './json-schema.ts';

/** Returns the schema of a config with optional secrets, at any depth. */
export function withoutRequiredSecrets(schema: JsonSchema): JsonSchema {
  return relax(schema, schema) as JsonSchema;
}

function relax(value: unknown, root: JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((item) => relax(item, root));
  if (!isSchema(value)) return value;
  const relaxed = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, relax(item, root)]));
  const { required, properties } = value;
  if (!Array.isArray(required) || !isSchema(properties)) return relaxed;
  return { ...relaxed, required: required.filter((name) => !isSecret(properties[name], root)) };
}

/** Secrets are declared with the format `password`, in place or behind a reference into the same schema. */
function isSecret(property: unknown, root: JsonSchema): boolean {
  if (!isSchema(property)) return false;
  const { format, $ref } = property;
  if (format === 'password') return true;
  const [start, ...steps] = typeof $ref === 'string' ? $ref.split('/') : [];
  if (start !== '#' || steps.length === 0) return false;
  return isSecret(
    steps.reduce((inner: unknown, step) => (isSchema(inner) ? inner[step] : undefined), root),
    root,
  );
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
