import { z } from 'zod';
import { identifierSchema } from './identifier-schema.ts';
import { SYSTEM_ROLES } from './system-names.ts';

function switchField(title: string, description: string) {
  return z
    .strictObject({
      enabled: z
        .boolean()
        .default(false)
        .meta({ title: 'Enabled', description, examples: [true] }),
    })
    .default({ enabled: false })
    .meta({ title, description: `${description} Off by default.` });
}

/**
 * Returns the fields of the features of an integration. All are off by default. Source:
 * plugins/snowflake/README.md, "Config".
 */
export function featureFields() {
  return {
    audit: switchField(
      'Audit',
      'Reads the queries of users from the account usage views; the service gets the imported privileges of the SNOWFLAKE database.',
    ),
    workspaces: switchField(
      'Workspaces',
      'Lets the service create schemas and roles for projects, and grant them the warehouse.',
    ),
    lineage: switchField(
      'Lineage',
      'Reads the origin of data from the access history (Enterprise Edition); the service gets the imported privileges of the SNOWFLAKE database.',
    ),
    impersonation: z
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
          refused: SYSTEM_ROLES,
          refusal: 'This role belongs to the platform: choose a new name.',
        })
          .optional()
          .meta({
            title: 'Role',
            description:
              'The role that is created for impersonation. Administrators grant it to users. Its default name is the name of the database followed by "_IMPERSONATION".',
            examples: ['GOVERNANCE_IMPERSONATION'],
          }),
      })
      .default({ enabled: false })
      .meta({ title: 'Impersonation', description: 'Lets members of a role query as another user. Off by default.' }),
  };
}
