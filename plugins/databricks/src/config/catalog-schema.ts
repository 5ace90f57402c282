import { z } from 'zod';
import { SYSTEM_CATALOGS } from './system-names.ts';

/** Maximum number of characters of a name. Source: Databricks, "Names", Limitations. */
const MAX_NAME_LENGTH = 255;

/**
 * The characters that no name may contain, even in quotes: periods, spaces, slashes, control characters and DEL.
 * Source: "Names", Limitations.
 */
const INVALID_CHARACTERS = /[.\s/\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Returns the schema of the name of the catalog, which is folded to lower case, as the platform stores it. */
export function catalogSchema(): z.ZodString {
  return z
    .string()
    .min(1, 'The name is empty.')
    .max(MAX_NAME_LENGTH, `The name is longer than ${MAX_NAME_LENGTH} characters.`)
    .overwrite((name) => name.toLowerCase())
    .refine(
      (name) => !INVALID_CHARACTERS.test(name),
      'The name contains a character that Databricks does not allow in names: a period, a space, a slash or a non-printable character.',
    )
    .refine(
      (name) => !containsParameter(name),
      'The name contains "{{" or "${", which clients interpret as a parameter.',
    )
    .refine((name) => !SYSTEM_CATALOGS.includes(name), 'This catalog belongs to the platform: choose a new name.');
}

/**
 * Returns whether clients interpret a part of a text as a parameter before they send it. Source: "Work with query
 * parameters", "Configuration substitution".
 */
export function containsParameter(text: string): boolean {
  return /\{\{|\$\{/.test(text);
}
