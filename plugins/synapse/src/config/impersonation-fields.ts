import { z } from 'zod';
import { identifierSchema } from './identifier-schema.ts';
import { SYSTEM_PRINCIPALS } from './system-names.ts';

/** Returns the fields of impersonation, which lets the members of a role query as other users. */
export function impersonationFields() {
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
      role: identifierSchema({
        refused: SYSTEM_PRINCIPALS,
        refusal: 'This role belongs to the platform: choose a new name.',
      })
        .optional()
        .meta({
          title: 'Role',
          description:
            'The database role that is created for impersonation. Administrators add users to it. Its default name is the name of the schema followed by "_impersonation".',
          examples: ['governance_impersonation'],
        }),
    })
    .default({ enabled: false })
    .meta({ title: 'Impersonation', description: 'Lets members of a role query as another user. Off by default.' });
}
