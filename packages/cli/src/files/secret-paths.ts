type Schema = Readonly<Record<string, unknown>>;

/** The step of a path for any member of a mapping whose names are free. */
export const ANY_MEMBER = '*';

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/**
 * Returns the dot paths of secrets in a JSON Schema (`writeOnly` with `format: password`), which must not be in a file.
 * Values that are only `writeOnly`, such as a user name, are allowed. All branches of a choice count. Lists are no part of
 * a path: the secrets in a list `accounts` are at `accounts.password`.
 *
 * @param schema - JSON Schema 2020-12, with references into itself.
 */
export function secretPaths(schema: Schema): ReadonlySet<string> {
  const found = new Set<string>();
  walk(schema, '', schema, found, 0);
  return found;
}

/** Maximum depth, sufficient for any config, for schemas that contain themselves. */
const MAX_DEPTH = 20;

function walk(schema: unknown, path: string, root: Schema, found: Set<string>, depth: number): void {
  if (!isSchema(schema) || depth > MAX_DEPTH) return;
  if (schema.writeOnly === true && schema.format === 'password') found.add(path);
  if (typeof schema.$ref === 'string') walk(follow(schema.$ref, root), path, root, found, depth + 1);
  for (const choice of ['oneOf', 'anyOf', 'allOf'] as const) {
    const branches = schema[choice];
    if (Array.isArray(branches)) for (const branch of branches) walk(branch, path, root, found, depth + 1);
  }
  const { items, prefixItems, properties, additionalProperties } = schema;
  for (const item of [items, ...(Array.isArray(prefixItems) ? prefixItems : [])])
    walk(item, path, root, found, depth + 1);
  const members = isSchema(properties) ? Object.entries(properties) : [];
  for (const [name, each] of [...members, [ANY_MEMBER, additionalProperties] as const]) {
    walk(each, path === '' ? name : `${path}.${name}`, root, found, depth + 1);
  }
}

function follow(reference: string, root: Schema): unknown {
  const steps = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
  return steps.reduce((value: unknown, step) => (isSchema(value) ? value[decodeURIComponent(step)] : undefined), root);
}
