import type { z } from 'zod';
import { partsOf, schemaType } from '../config/schema-parts.ts';
import { ABSENT_TYPES, configFields, membersOf, objectsOf } from '../config/schema-walk.ts';
import { type Issues, issue, issueIf } from './issues.ts';

/** Words in the name of a field, or of an object around it, that indicate a secret. */
const SECRET_WORDS =
  /(passwords?|secrets?|tokens?|private_?keys?|access_?keys?|api_?keys?|credentials?|passphrases?)$/i;

/** Types with values that are not secret. */
const PUBLIC_TYPES: readonly string[] = ['boolean', 'literal', 'enum', 'null', 'undefined', 'never'];

/** Types whose values are text. */
const TEXT_TYPES: readonly string[] = ['string', 'template_literal'];

/**
 * Rules of a schema whose values are stored and shown. Its objects reject unknown members, keep the names of their
 * members, and mark every field that is named like a secret. Otherwise redaction could not know which values to hide.
 */
export function checkConfigSchema(schema: z.core.$ZodType, where: string): Issues {
  if (!membersOf(schema)) {
    const fix = 'Use z.strictObject, or z.discriminatedUnion of strict objects.';
    return issue(where, 'is not an object schema.', fix);
  }
  const unmarked = configFields(schema).flatMap(({ path, exposure, schema: leaf }) =>
    issueIf(
      exposure === 'public' && soundsSecret(path) && !isFixed(leaf),
      `${where}.${path}`,
      'is named like a secret but has no mark.',
      'Wrap its schema in secret(), or in hidden() if it may be shown in scripts.',
    ),
  );
  const sealed = configFields(schema).flatMap(({ path, exposure, schema: leaf }) =>
    issueIf(
      exposure === 'secret' && !isText(leaf),
      `${where}.${path}`,
      'is a secret but not a string.',
      'Use z.string(): a secret is sealed as text. Members of lists and records cannot be marked.',
    ),
  );
  return [...unmarked, ...sealed, ...checkForm(schema, where, [])];
}

/** Checks every schema inside, once for each path. */
function checkForm(schema: z.core.$ZodType, where: string, ancestors: readonly z.core.$ZodType[]): Issues {
  if (ancestors.includes(schema)) return [];
  const { same, below } = partsOf(schema);
  const lineage = [...ancestors, schema];
  return [
    ...issueIf(
      schemaType(schema) === 'object' && !isStrict(schema),
      where,
      'accepts members that it does not name.',
      'Use z.strictObject: an unknown field is refused, and every known one says whether it is a secret.',
    ),
    ...issueIf(
      isConversionOfObject(schema),
      where,
      'converts an object into something else.',
      'Convert its members one by one, or in objects(): redaction follows their names.',
    ),
    ...same.flatMap((part) => checkForm(part, where, lineage)),
    ...below.flatMap(([name, part]) => {
      const path = name === '*' ? `${where}[]` : `${where}.${name}`;
      const fix = 'Rename it: dots separate the parts of a path.';
      return [...issueIf(name.includes('.'), path, 'has a dot in its name.', fix), ...checkForm(part, path, lineage)];
    }),
  ];
}

/** `z.strictObject` is an object whose other members are `never`. */
function isStrict(schema: z.core.$ZodType): boolean {
  const { catchall } = schema._zod.def as { readonly catchall?: z.core.$ZodType };
  return catchall !== undefined && schemaType(catchall) === 'never';
}

/** The output of a schema is stored, and the result of a function has no schema. */
function isConversionOfObject(schema: z.core.$ZodType): boolean {
  const { same } = partsOf(schema);
  return (
    schemaType(schema) === 'pipe' &&
    schemaType(same.at(-1) ?? schema) === 'transform' &&
    same.some((part) => objectsOf(part))
  );
}

function soundsSecret(path: string): boolean {
  return path.split('.').some((part) => SECRET_WORDS.test(part));
}

function isText(schema: z.core.$ZodType): boolean {
  // The results of functions are checked with the samples.
  const parts = partsOf(schema).same.filter((part) => ![...ABSENT_TYPES, 'transform'].includes(schemaType(part)));
  return TEXT_TYPES.includes(schemaType(schema)) || (parts.length > 0 && parts.every(isText));
}

function isFixed(schema: z.core.$ZodType): boolean {
  const { same } = partsOf(schema);
  return same.length > 0 ? same.every(isFixed) : PUBLIC_TYPES.includes(schemaType(schema));
}
