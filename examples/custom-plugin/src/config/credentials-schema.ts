import { z } from 'zod';
import { passwordFields } from './password-fields.ts';

/** The body of DELETE for automatic integrations: privileged credentials under the names they have in the config. */
export const credentialsSchema = z.discriminatedUnion(
  'authenticationType',
  [
    // The same ways to sign in as in the config.
    z.strictObject(passwordFields),
  ],
  { error: 'Name a way to sign in that this platform has as authenticationType.' },
);
