import { z } from 'zod';

/** A name on the platform. Addresses encode every name, so any name that the platform accepts is valid. */
export function nameSchema() {
  return z
    .string()
    .min(1, 'The name is empty.')
    .max(100, 'The name is longer than 100 characters.')
    .refine((name) => !/\0|\p{Surrogate}/u.test(name), 'The name has a character that no platform can hold.')
    .refine((name) => name !== '.' && name !== '..', 'The name must not be "." or "..": addresses drop them.');
}
