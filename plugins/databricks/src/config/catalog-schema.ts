import { z } from 'zod';
import { SYSTEM_CATALOGS } from './system-names.ts';

/** Maximum number of characters of a name. Source: Databricks, "Names", Limitations. */
const NAME_LENGTH = 255;

/**
 * The characters that no name may contain, quoted or not: periods, blanks, slashes, control characters and DEL. Source:
 * "Names", Limitations.
 */
const REFUSED_BY_PLATFORM = /[.\s/\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * The text that clients interpret as a parameter before they send it. Source: "Work with query parameters",
 * "Configuration substitution".
 */
const PARAMETER = /\{\{|\$\{/;

/** The schema of the name of the catalog. It is folded to lower case, as the platform stores it. */
export function catalogSchema(): z.ZodString {
  return z
    .string()
    .min(1, 'The name is empty.')
    .max(NAME_LENGTH, `The name is longer than ${NAME_LENGTH} characters.`)
    .overwrite((name) => name.toLowerCase())
    .refine(
      (name) => !REFUSED_BY_PLATFORM.test(name),
      'The name has a character that Databricks does not allow in names: a period, a space, a slash or a character that cannot be printed.',
    )
    .refine((name) => !PARAMETER.test(name), 'The name has "{{" or "${", which clients read as a parameter.')
    .refine((name) => !SYSTEM_CATALOGS.includes(name), 'This catalog belongs to the platform: name a new one.');
}
