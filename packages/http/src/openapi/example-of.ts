import type { JsonSchema } from './json-schema.ts';

/** Maximum depth of an example, because a schema may require itself. */
const MAX_DEPTH = 16;

/**
 * Returns an example of a schema, made from the examples of its parts. It contains only the required members of an
 * object. A secret is replaced by its name, `<password>`, if its schema allows that.
 *
 * `openapi-sampler` is no alternative: it invents values for parts without an example, and includes an XML parser.
 *
 * @returns undefined when a part has no example.
 */
export function exampleOf(schema: JsonSchema): unknown {
  return build(schema, { root: schema, name: '', depth: 0 });
}

interface Position {
  /** The root for `$ref`. */
  readonly root: JsonSchema;
  readonly name: string;
  readonly depth: number;
}

function build(schema: unknown, position: Position): unknown {
  if (!isSchema(schema) || position.depth > MAX_DEPTH) return undefined;
  const placeholder = `<${position.name}>`;
  if (schema.format === 'password' && allows(schema, placeholder)) return placeholder;
  const declared = [schema.const, first(schema.examples), schema.default, first(schema.enum)];
  const below = { ...position, depth: position.depth + 1 };
  return (
    declared.find((each) => each !== undefined) ??
    (typeof schema.$ref === 'string' ? build(resolve(position.root, schema.$ref), below) : undefined) ??
    firstOption(schema, below) ??
    (isSchema(schema.properties) ? objectOf(schema, below) : undefined)
  );
}

function allows({ pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: JsonSchema, text: string): boolean {
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(text)) return false;
  return text.length >= Number(minLength) && text.length <= Number(maxLength);
}

function firstOption({ oneOf = [], anyOf = [] }: JsonSchema, position: Position): unknown {
  const examples = [oneOf, anyOf].flat().map((option) => build(option, position));
  return examples.find((example) => example !== undefined);
}

function objectOf({ properties, required = [] }: JsonSchema, position: Position): unknown {
  const members = (required as readonly string[]).map((name) => {
    return [name, build((properties as JsonSchema)[name], { ...position, name })] as const;
  });
  return members.every(([, value]) => value !== undefined) ? Object.fromEntries(members) : undefined;
}

/** Only references into the schema itself are resolved. */
function resolve(root: JsonSchema, ref: string): unknown {
  const [start, ...steps] = ref.split('/');
  if (start !== '#') return undefined;
  return steps.reduce((value: unknown, step) => (isSchema(value) ? value[step] : undefined), root);
}

function first(values: unknown): unknown {
  return Array.isArray(values) ? values[0] : undefined;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
