import { z } from 'zod';

/** The longest name that the platform keeps, in bytes. Source: PostgreSQL manual, "Identifiers and Key Words". */
export const NAME_BYTES = 63;

/**
 * A name on the platform. Any name that the platform accepts is valid: statements quote every name.
 *
 * @param bytes - the maximum length, if other names are made from it.
 */
export function nameSchema(bytes = NAME_BYTES) {
  return z
    .string()
    .min(1, 'The name is empty.')
    .refine((name) => !/\0|\p{Surrogate}/u.test(name), 'The name has a character that no database can hold.')
    .refine((name) => Buffer.byteLength(name) <= bytes, `The name is longer than ${bytes} bytes.`)
    .refine((name) => !name.startsWith('pg_'), 'Names that begin with "pg_" belong to the platform.');
}
