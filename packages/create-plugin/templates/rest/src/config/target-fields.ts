import { z } from 'zod';
import { nameSchema } from './name-schema.ts';

/** The fields of every sign-in method: the location of the target, and the names of its objects. */
export const targetFields = {
  host: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z\d]([a-z\d.-]*[a-z\d])?$/, 'Enter the host name only, without scheme, port or path.')
    .meta({
      title: 'Host',
      description: 'Host name of the platform.',
      examples: ['light-house.example.com'],
    }),
  space: nameSchema().meta({
    title: 'Space',
    description: 'The space that the service creates and manages.',
    examples: ['governance'],
  }),
  readers: nameSchema().meta({
    title: 'Readers',
    description: 'The existing group whose members may read the contents of the space.',
    examples: ['analysts'],
  }),
  retentionDays: z
    .int()
    .min(1)
    .max(3_650)
    .default(90)
    .meta({
      title: 'Retention',
      description: 'The number of days for which the space keeps old versions.',
      examples: [90],
    }),
};
