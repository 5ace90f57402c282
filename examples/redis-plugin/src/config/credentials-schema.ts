import { z } from 'zod';
import { passwordFields } from './password-fields.ts';

/** The body of DELETE for automatic integrations: privileged credentials under the names they have in the config. */
export const credentialsSchema = z.discriminatedUnion(
  'authenticationType',
  // The same ways to sign in as in the config.
  [z.strictObject(passwordFields)],
  { error: 'Set authenticationType to a way of signing in that this platform supports.' },
);
