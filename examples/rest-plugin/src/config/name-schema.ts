import { isPrintable } from '@portcullis/plugin-api';
import { z } from 'zod';

/** Returns the schema of a name on the platform. Paths contain ids, so a name needs no further rules. */
export function nameSchema() {
  return z
    .string()
    .min(1, 'The name is empty.')
    .max(100, 'The name is longer than 100 characters.')
    .refine(isPrintable, 'The name contains non-printable characters.');
}
