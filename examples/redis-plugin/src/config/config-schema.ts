import { z } from 'zod';
import { passwordFields } from './password-fields.ts';
import { targetFields } from './target-fields.ts';

/** The schema of `config`: one strict shape for each sign-in method. Its output is stored as JSON. */
export const configSchema = z.discriminatedUnion(
  'authenticationType',
  // One shape for each sign-in method: a new method needs an entry here, and a file like the existing one.
  [z.strictObject({ ...targetFields, ...passwordFields })],
  { error: 'Set authenticationType to a sign-in method that this platform supports.' },
);

/** A config of this plugin: the output of its schema. */
export type Config = z.output<typeof configSchema>;
