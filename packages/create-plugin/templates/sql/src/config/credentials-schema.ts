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

/** The body of DELETE for automatic integrations: privileged credentials under the names they have in the config. */
export const credentialsSchema = z.discriminatedUnion(
  'authenticationType',
  [
    // The same ways to sign in as in the config.
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
  { error: 'Set authenticationType to a way of signing in that this platform supports.' },
);
