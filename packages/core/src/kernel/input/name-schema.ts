import { z } from 'zod';

/**
 * One line without control characters, for lists, logs and e-mails. The controls of the writing direction (U+202A to U+202E, U+2066
 * to U+2069) would show the text in another order; letters and direction marks of right-to-left scripts are allowed. It uses only
 * syntax that every engine of regular expressions supports, because the pattern is in the OpenAPI document. PostgreSQL stores no text
 * with the character U+0000.
 */
const ONE_LINE = '^[^\\x00-\\x1f\\x7f-\\x9f\u2028-\u202e\u2066-\u2069]*$';

/** Returns the schema of a name: 1 to `max` characters on one line, without spaces around them. */
export function nameSchema(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(new RegExp(ONE_LINE), 'must not hold control characters')
    .meta({ pattern: ONE_LINE });
}
