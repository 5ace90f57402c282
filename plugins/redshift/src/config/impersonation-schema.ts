import { z } from 'zod';
import type { Engine } from '../engine.ts';
import { nameSchema } from './name-schema.ts';

/** The schema of `config.impersonation`, which lets the members of a role query as other users. */
export function impersonationSchema(engine: Engine) {
  return z
    .strictObject({
      enabled: z
        .boolean()
        .default(false)
        .meta({
          title: 'Enabled',
          description: 'True: members of the role can query as another user.',
          examples: [true],
        }),
      role: nameSchema(engine)
        .optional()
        .meta({
          title: 'Role',
          description:
            'The role that the service creates for impersonation. Administrators grant it to users. Its default name is the name of the database followed by "_impersonation".',
          examples: ['governance_impersonation'],
        }),
    })
    .default({ enabled: false })
    .meta({ title: 'Impersonation', description: 'Lets members of a role query as another user. Off by default.' });
}
