import type { JsonSchema } from './json-schema.ts';

type Outsider = readonly [what: string, value: unknown];

/** Texts of which a pattern usually refuses at least one. */
const ODD_TEXTS: readonly string[] = ['', ' ', '\u0007', '!?#', 'ünïcödé', '-', 'A b', '0'];

/** Returns values of the right type outside of a schema's bounds. */
export function outOfBounds(schema: JsonSchema, value: unknown): readonly Outsider[] {
  if (schema.const !== undefined || schema.enum) return [['none of the values', other(value)]];
  if (typeof value === 'number') return numbersOutside(schema);
  if (typeof value === 'string') return textsOutside(schema, value);
  return Array.isArray(value) ? listsOutside(schema, value) : [];
}

function other(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 0.5 : `${String(value)}-but-another`;
}

function numbersOutside(schema: JsonSchema): readonly Outsider[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, type } = schema;
  return [
    ...outsider('below the minimum', minimum, (least) => least - 1),
    ...outsider('above the maximum', maximum, (greatest) => greatest + 1),
    ...outsider('the exclusive minimum', exclusiveMinimum, (least) => least),
    ...outsider('the exclusive maximum', exclusiveMaximum, (greatest) => greatest),
    ...(type === 'integer' ? [['a fraction', 1.5] as const] : []),
  ];
}

function textsOutside({ minLength, maxLength, pattern }: JsonSchema, value: string): readonly Outsider[] {
  const shape = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const misfit = shape && ODD_TEXTS.find((text) => !shape.test(text));
  return [
    ...(minLength ? [['too short', value.slice(0, minLength - 1)] as const] : []),
    ...outsider('too long', maxLength, (longest) => value.padEnd(longest + 1, 'a')),
    ...(misfit === undefined ? [] : [['of another format', misfit] as const]),
  ];
}

function listsOutside({ minItems, maxItems }: JsonSchema, value: readonly unknown[]): readonly Outsider[] {
  return [
    ...(minItems ? [['too few', value.slice(0, minItems - 1)] as const] : []),
    ...outsider('too many', maxItems, (most) => Array.from({ length: most + 1 }, () => value[0])),
  ];
}

function outsider<Bound>(
  what: string,
  bound: Bound | undefined,
  beyond: (bound: Bound) => unknown,
): readonly Outsider[] {
  return bound === undefined ? [] : [[what, beyond(bound)]];
}
