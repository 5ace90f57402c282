import { z } from 'zod';

/** Maximum length of the name of an account that this plugin creates. */
export const NAME_LENGTH = 127;

/**
 * Returns the schema of the name of an account. The server accepts every character except white space and NUL; commands
 * need no quotes. Source: Redis documentation, "ACL SETUSER".
 *
 * @param length - the maximum length, for names from which other names derive.
 */
export function nameSchema(length = NAME_LENGTH) {
  return z
    .string()
    .min(1, 'The name is empty.')
    .max(length)
    .refine((name) => !/[\s\p{Cc}\p{Surrogate}]/u.test(name), 'The name contains a character that the server refuses.')
    .refine((name) => name !== 'default', 'The account "default" belongs to the server.');
}
