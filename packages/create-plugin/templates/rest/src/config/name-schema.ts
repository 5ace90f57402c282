import { z } from 'zod';

/**
 * Returns the schema of a name on the platform. Every name that the platform accepts is valid, because addresses encode
 * names.
 */
export function nameSchema() {
  return z
    .string()
    .min(1, 'The name is empty.')
    .max(100, 'The name is longer than 100 characters.')
    .refine((name) => !/\0|\p{Surrogate}/u.test(name), 'The name contains a character that no platform can store.')
    .refine((name) => name !== '.' && name !== '..', 'The name must not be "." or "..", which addresses drop.');
}
