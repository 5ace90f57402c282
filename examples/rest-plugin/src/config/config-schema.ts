import { z } from 'zod';
import { clientFields } from './client-fields.ts';
import { targetFields } from './target-fields.ts';

/** The schema of `config`. Its output is stored as JSON. */
export const configSchema = z.strictObject({ ...targetFields, ...clientFields });

/** The schema of the body of DELETE, for automatic integrations: the privileged client. */
export const credentialsSchema = configSchema.pick({ clientId: true, clientSecret: true });

/** A config of this plugin: the output of its schema. */
export type Config = z.output<typeof configSchema>;
