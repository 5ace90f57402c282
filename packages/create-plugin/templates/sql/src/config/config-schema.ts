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
import { targetFields } from './target-fields.ts';

/** The schema of `config`: one strict shape for each way to sign in. Stored is what it puts out, as JSON. */
export const configSchema = z.discriminatedUnion(
  'authenticationType',
  [
    // One shape for each way to sign in: another one is another line, and files like those of its neighbours.
    // @if password
    z.strictObject({ ...targetFields, ...passwordFields }),
    // @end
    // @if key-pair
    z.strictObject({ ...targetFields, ...keyPairFields }),
    // @end
    // @if oauth-client
    z.strictObject({ ...targetFields, ...oAuthClientFields }),
    // @end
  ],
  { error: 'Set authenticationType to a way of signing in that this platform supports.' },
);

/** A config of this plugin, as its schema gives it out. */
export type Config = z.output<typeof configSchema>;
