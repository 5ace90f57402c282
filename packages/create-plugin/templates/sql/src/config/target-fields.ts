import { z } from 'zod';
import { ACCOUNT_SUFFIX } from '../objects/service-account-name.ts';
import { NAME_BYTES, nameSchema } from './name-schema.ts';

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
      examples: ['light-house.example.com'],
    }),
  port: z
    .int()
    .min(1)
    .max(65_535)
    .default(5432)
    .meta({ title: 'Port', description: 'Port of the server.', examples: [5432] }),
  database: nameSchema().meta({
    title: 'Database',
    description: 'The existing database that will contain the schema of the service.',
    examples: ['analytics'],
  }),
  schema: nameSchema(NAME_BYTES - ACCOUNT_SUFFIX.length).meta({
    title: 'Schema',
    description: 'The schema that the service creates and manages.',
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

/** The account that signs in, by any method. Neither secret nor public: `hidden()`. */
export const usernameSchema = nameSchema().meta({
  title: 'User name',
  description:
    'Automatic set-up: the privileged account, used once and never stored. Manual set-up: the account that the script creates for the service.',
  examples: ['administrator'],
});
