import { z } from 'zod';
// @if oauth-client
import { oAuthClientFields } from './oauth-client-fields.ts';
// @end
// @if password
import { passwordFields } from './password-fields.ts';
// @end
import { targetFields } from './target-fields.ts';
// @if token
import { tokenFields } from './token-fields.ts';
// @end

/** The schema of `config`: one strict shape for each sign-in method. Its output is stored as JSON. */
export const configSchema = z.discriminatedUnion(
  'authenticationType',
  [
    // One shape for each sign-in method: a new method needs a line here, and files like the existing ones.
    // @if token
    z.strictObject({ ...targetFields, ...tokenFields }),
    // @end
    // @if password
    z.strictObject({ ...targetFields, ...passwordFields }),
    // @end
    // @if oauth-client
    z.strictObject({ ...targetFields, ...oAuthClientFields }),
    // @end
  ],
  { error: 'Set authenticationType to a sign-in method that this platform supports.' },
);

/** A config of this plugin: the output of its schema. */
export type Config = z.output<typeof configSchema>;
