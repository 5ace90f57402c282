import { z } from 'zod';
import { passwordFields } from './password-fields.ts';

/** The body of DELETE for automatic integrations: privileged credentials, with the field names of the config. */
export const credentialsSchema = z.discriminatedUnion(
  'authenticationType',
  // The same sign-in methods as in the config.
  [z.strictObject(passwordFields)],
  { error: 'Set authenticationType to a sign-in method that this platform supports.' },
);
