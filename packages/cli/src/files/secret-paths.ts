type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/**
 * Returns the dot paths of secrets in a JSON Schema (`writeOnly` with `format: password`), which must not be in a file.
 * Values that are only `writeOnly`, such as a user name, are allowed. All branches of a choice count.
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
  const properties = schema.properties;
  if (!isSchema(properties)) return;
  for (const [name, each] of Object.entries(properties)) {
    walk(each, path === '' ? name : `${path}.${name}`, root, found, depth + 1);
  }
}

function follow(reference: string, root: Schema): unknown {
  const steps = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
  return steps.reduce((value: unknown, step) => (isSchema(value) ? value[decodeURIComponent(step)] : undefined), root);
}
