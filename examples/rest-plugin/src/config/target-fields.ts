import { z } from 'zod';
import { nameSchema } from './name-schema.ts';

/** The fields of the target, and the names of its objects. */
export const targetFields = {
  host: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z\d]([a-z\d.-]*[a-z\d])?$/, 'Enter the host name only, without scheme, port or path.')
    .meta({ title: 'Host', description: 'Host name of the platform.', examples: ['acme.lighthouse.example.com'] }),
  role: nameSchema().meta({
    title: 'Role',
    description: 'The role that the integration creates and manages.',
    examples: ['governance'],
  }),
  catalog: nameSchema().meta({
    title: 'Catalog',
    description: 'The existing catalog on which the role has a privilege.',
    examples: ['sales'],
  }),
  privilege: z
    .enum(['read', 'write'])
    .default('read')
    .meta({ title: 'Privilege', description: 'The privilege of the role on the catalog.', examples: ['read'] }),
};
