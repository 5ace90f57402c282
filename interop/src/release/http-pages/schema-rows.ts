import { componentOf, type Schema } from './document.ts';
import { anchorOf, code, prose } from './prose.ts';

/** One field of a body or a response. */
export interface SchemaRow {
  /** The path of the field: `a.b` for a member, `a[].b` for a member of the elements of a list. */
  readonly path: string;
  /** The values that the field can have, as Markdown. */
  readonly values: string;
  readonly required: boolean;
  readonly description: string;
}

/**
 * Returns the fields of an object, including those of nested objects. A separate component is a link and is not
 * expanded.
 */
export function schemaRows(schema: Schema, prefix = ''): readonly SchemaRow[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const description = prose(member.description ?? '');
    const row = { path, values: valuesOf(member), required: required.includes(name), description };
    return [row, ...schemaRows(member, `${path}.`), ...schemaRows(member.items ?? {}, `${path}[].`)];
  });
}

/** Returns the values of a schema as Markdown, such as `integer, 1 to 64`. */
export function valuesOf(schema: Schema): string {
  const component = componentOf(schema);
  // The schemas of plugins have a dot in their names.
  if (component?.includes('.')) return 'object, see [its platform](../../platforms.md)';
  if (component !== undefined) return `[${component}](schemas.md#${anchorOf(component)})`;
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(', ');
  const options = schema.oneOf ?? schema.anyOf;
  if (options) return [...new Set(options.map(valuesOf))].join(' or ');
  if (schema.items) return `list of ${valuesOf(schema.items)}${limitsOf(schema)}`;
  if (schema.format === 'password') return 'string, secret';
  const type = schema.format === 'date-time' ? 'time, ISO 8601' : (schema.type ?? 'any value');
  return `${type}${limitsOf(schema)}${schema.default === undefined ? '' : `; default ${code(schema.default)}`}`;
}

function limitsOf(schema: Schema): string {
  const { minimum, exclusiveMinimum, maximum = Number.MAX_SAFE_INTEGER } = schema;
  const above = minimum ?? exclusiveMinimum;
  const isBelow = maximum < Number.MAX_SAFE_INTEGER;
  if (above !== undefined && above > Number.MIN_SAFE_INTEGER) {
    const from = minimum === undefined ? `above ${above}` : number(above);
    if (isBelow) return `, ${from} to ${number(maximum)}`;
    return minimum === undefined ? `, ${from}` : `, at least ${from}`;
  }
  if (isBelow) return `, at most ${number(maximum)}`;
  return (
    sizeOf(schema.minLength, schema.maxLength, 'characters') || sizeOf(schema.minItems, schema.maxItems, 'elements')
  );
}

function sizeOf(min: number | undefined, max: number | undefined, unit: string): string {
  if (max !== undefined) return `, ${number(min ?? 0)} to ${number(max)} ${unit}`;
  return min !== undefined && min > 1 ? `, at least ${number(min)} ${unit}` : '';
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
