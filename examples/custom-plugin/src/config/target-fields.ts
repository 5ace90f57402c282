import { z } from 'zod';
import { accountSchema, databaseSchema } from './name-schema.ts';

/** The fields of every sign-in method: the location of the target, and the names of its objects. */
export const targetFields = {
  host: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z\d]([a-z\d.-]*[a-z\d])?$/, 'Enter the host name only, without scheme, port or path.')
    .meta({
      title: 'Host',
      description: 'Host name of the server.',
      examples: ['mariadb.example.com'],
    }),
  port: z
    .int()
    .min(1)
    .max(65_535)
    .default(3306)
    .meta({ title: 'Port', description: 'Port of the server.', examples: [3306] }),
  database: databaseSchema.meta({
    title: 'Database',
    description: 'The database that the service makes and manages.',
    examples: ['governance'],
  }),
  connectionLimit: z
    .int()
    .min(1)
    .max(1_000)
    .default(20)
    .meta({
      title: 'Connection limit',
      description: 'The maximum number of concurrent connections of the service account.',
      examples: [20],
    }),
};

/**
 * The account that signs in, with any kind of credential. It is not a secret, but it is not meant for every reader:
 * `hidden()`.
 */
export const usernameSchema = accountSchema.meta({
  title: 'User name',
  description:
    'Automatic set-up: the privileged account, used once and never stored. Manual set-up: the account that the script creates for the service.',
  examples: ['administrator'],
});
