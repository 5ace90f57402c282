import { z } from 'zod';

/** The longest name of an account that this plugin makes. */
export const NAME_LENGTH = 127;

/**
 * The name of an account. The server accepts every character but white space and NUL: commands need no quotes. Source:
 * Redis documentation, "ACL SETUSER".
 *
 * @param length - the maximum length, if other names are made from it.
 */
export function nameSchema(length = NAME_LENGTH) {
  return z
    .string()
    .min(1, 'The name is empty.')
    .max(length)
    .refine((name) => !/[\s\p{Cc}\p{Surrogate}]/u.test(name), 'The name has a character that the server refuses.')
    .refine((name) => name !== 'default', 'The account "default" belongs to the server.');
}
