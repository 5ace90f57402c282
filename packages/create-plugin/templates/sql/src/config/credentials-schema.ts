import { z } from 'zod';
// @if key-pair
import { keyPairFields } from './key-pair-fields.ts';
// @end
// @if oauth-client
import { oAuthClientFields } from './oauth-client-fields.ts';
// @end
// @if password
import { passwordFields } from './password-fields.ts';
// @end

/** The body of DELETE for automatic integrations: privileged credentials, with the field names of the config. */
export const credentialsSchema = z.discriminatedUnion(
  'authenticationType',
  [
    // The same sign-in methods as in the config.
    // @if password
    z.strictObject(passwordFields),
    // @end
    // @if key-pair
    z.strictObject(keyPairFields),
    // @end
    // @if oauth-client
    z.strictObject(oAuthClientFields),
    // @end
  ],
  { error: 'Set authenticationType to a sign-in method that this platform supports.' },
);
