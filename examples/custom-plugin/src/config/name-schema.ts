import { z } from 'zod';

/** The longest name of a database. Source: MariaDB documentation, "Identifier Names", Maximum Length. */
const NAME_LENGTH = 64;
/** The longest name of an account. Source: the same. */
const ACCOUNT_LENGTH = 128;

/** Databases that the platform needs. */
const SYSTEM_DATABASES = ['information_schema', 'mysql', 'performance_schema', 'sys'];

/** The name of a database. Names of the server may fold case; the schema does not change it. */
export const databaseSchema = nameSchema(NAME_LENGTH)
  .refine((name) => !name.endsWith(' '), 'A database name must not end with a space.')
  // A backslash escapes the next character in GRANT.
  .refine(
    (name) => !name.includes('\\'),
    'A database name must not contain a backslash: privileges cannot be granted on it.',
  )
  .refine(
    (name) => !SYSTEM_DATABASES.includes(name.toLowerCase()),
    'This database belongs to the platform: name a new one for the service.',
  );

/** The name of an account, without its host. */
export const accountSchema = nameSchema(ACCOUNT_LENGTH);

/** A name on the platform: characters of the Basic Multilingual Plane. Statements quote every name. */
function nameSchema(length: number) {
  return z
    .string()
    .min(1, 'The name is empty.')
    .max(length, `The name is longer than ${length} characters.`)
    .regex(
      /^[^\0\u{10000}-\u{10ffff}\p{Surrogate}]*$/u,
      'The name contains a character that the platform does not allow in names.',
    );
}
