import { isPrintable } from '@portcullis/plugin-api';
import { z } from 'zod';
import { lengthOf, MAX_NAME_LENGTH } from '../names/fit-name.ts';
import { nameOf, readIdentifier, writeIdentifier } from '../names/identifier.ts';
import { isReservedWord } from './reserved-words.ts';
import { SYSTEM_PREFIXES } from './system-names.ts';

/** The rules of an identifier, by its purpose. */
export interface IdentifierRules {
  /** True if the service creates the object, so that reserved words and prefixes are refused. @default true */
  readonly isNew?: boolean;
  /** Further names that are refused. */
  readonly refused?: readonly string[];
  /** The message for these names. */
  readonly refusal?: string;
}

/**
 * The starts of templates, which the Snowflake CLI replaces in a script before it sends it, also inside quotes: `<% x %>`,
 * `&{ x }`, `&x`, `&&` and `{# x #}`. An ampersand at the end may be followed by the suffix of a derived name. Source:
 * Snowflake CLI, "Using variables for SQL templates".
 */
const CLI_TEMPLATE = /<%|\{#|&(?:[A-Za-z_{&]|$)/;

/**
 * Returns the schema of an identifier, written as in a statement: `governance` and `GOVERNANCE` are the same name,
 * `"governance"` is a different one. The output has quotes only if they are required, and parses to the same name.
 *
 * Source: Snowflake SQL reference, "Identifier requirements". Texts that cannot be escaped in scripts are rejected: `$$`,
 * which would end the guarded blocks, templates of the Snowflake CLI, and `{{`. An administrator who replaces a slot of a
 * script would also write the secret into the name.
 */
export function identifierSchema(rules: IdentifierRules = {}): z.ZodString {
  const { isNew = true, refused = [], refusal = 'This name belongs to the platform.' } = rules;
  return z
    .string()
    .refine((text) => text.trim() !== '' && text.trim() !== '""', 'The name is empty.')
    .refine((text) => readIdentifier(text) !== undefined, 'A quote inside a quoted name must be written twice.')
    .overwrite((text) => writeIdentifier(readIdentifier(text) ?? text))
    .refine(
      (text) => lengthOf(nameOf(text)) <= MAX_NAME_LENGTH,
      `The name is longer than ${MAX_NAME_LENGTH} characters.`,
    )
    .refine(isPrintable, 'The name contains non-printable characters.')
    .refine((text) => nameOf(text).trim() === nameOf(text), 'The name begins or ends with a space.')
    .refine((text) => !nameOf(text).includes('$$'), 'The name contains "$$", which scripts cannot contain.')
    .refine(
      (text) => !nameOf(text).includes('{{'),
      'The name contains "{{", which marks the values to fill in in scripts.',
    )
    .refine(
      (text) => !CLI_TEMPLATE.test(nameOf(text)),
      'The name contains "<%", "{#" or "&" before a letter, "{" or another "&", which scripts cannot contain: the Snowflake CLI reads it as a template.',
    )
    .refine(
      (text) => !isNew || !isReservedWord(nameOf(text)),
      'This is a reserved word of Snowflake: choose another name.',
    )
    .refine(
      (text) => !isNew || !hasReservedPrefix(nameOf(text)),
      'Snowflake reserves names with this prefix: choose another name.',
    )
    .refine((text) => !refused.includes(nameOf(text).toUpperCase()), refusal);
}

function hasReservedPrefix(name: string): boolean {
  return SYSTEM_PREFIXES.some((prefix) => name.toUpperCase().startsWith(prefix));
}
