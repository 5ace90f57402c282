import { z } from 'zod';

/** Maximum length of a name on the platform, in bytes. Source: PostgreSQL manual, "Identifiers and Key Words". */
export const NAME_BYTES = 63;

/**
 * Returns the schema of a name on the platform. Every name that the platform accepts is valid, because statements quote
 * names.
 *
 * @param bytes - the maximum length, for names from which other names derive.
 */
export function nameSchema(bytes = NAME_BYTES) {
  return z
    .string()
    .min(1, 'The name is empty.')
    .refine((name) => !/\0|\p{Surrogate}/u.test(name), 'The name contains a character that no database can store.')
    .refine((name) => Buffer.byteLength(name) <= bytes, `The name is longer than ${bytes} bytes.`)
    .refine((name) => !name.startsWith('pg_'), 'Names that begin with "pg_" belong to the platform.');
}
