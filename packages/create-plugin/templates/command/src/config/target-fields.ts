import { z } from 'zod';
import { ACCOUNT_SUFFIX } from '../objects/service-account-name.ts';
import { NAME_LENGTH } from './name-schema.ts';

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
    .default(6379)
    .meta({ title: 'Port', description: 'Port of the server.', examples: [6379] }),
  prefix: z
    .string()
    .max(NAME_LENGTH - ACCOUNT_SUFFIX.length)
    // Other characters have a special meaning in the patterns of keys.
    .regex(/^[\w.-]+$/, 'Use letters, digits, dots, hyphens and underscores.')
    .meta({
      title: 'Prefix',
      description: 'The prefix of the keys that the service can access, before a colon.',
      examples: ['governance'],
    }),
  access: z
    .enum(['read', 'read-write'])
    .default('read')
    .meta({
      title: 'Access',
      description: 'The commands that the service may run on these keys.',
      examples: ['read'],
    }),
};
