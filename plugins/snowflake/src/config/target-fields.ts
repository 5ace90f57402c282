import { z } from 'zod';
import { canonicalHost, hostProblem } from './account-host.ts';
import { featureFields } from './feature-fields.ts';
import { identifierSchema } from './identifier-schema.ts';
import { SYSTEM_DATABASES } from './system-names.ts';

/** The port of every account. Source: Snowflake, "Allowing Host names". */
export const DEFAULT_PORT = 443;

/** The default role of the set-up. */
export const DEFAULT_SETUP_ROLE = 'ACCOUNTADMIN';

/** The fields of every authentication kind: the location of the target and the names of its objects. */
export function targetFields() {
  return {
    host: z
      .string()
      .min(1, 'The host is empty.')
      .overwrite(canonicalHost)
      .superRefine((host, context) => {
        const problem = hostProblem(host);
        if (problem) context.addIssue({ code: 'custom', message: problem });
      })
      .meta({
        title: 'Host',
        description: 'The host of the account URL. An account identifier alone is enough.',
        examples: ['myorg-myaccount.snowflakecomputing.com', 'xy12345.eu-central-1.snowflakecomputing.com'],
      }),
    port: z
      .int()
      .min(1)
      .max(65_535)
      .default(DEFAULT_PORT)
      .meta({ title: 'Port', description: 'The port of the account URL.', examples: [DEFAULT_PORT] }),
    warehouse: identifierSchema({ isNew: false }).meta({
      title: 'Warehouse',
      description: 'An existing warehouse, on which the service runs its queries.',
      examples: ['GOVERNANCE_WH', '"my warehouse"'],
    }),
    database: identifierSchema({
      refused: SYSTEM_DATABASES,
      refusal: 'This database belongs to the platform: choose a new name for the database of the service.',
    }).meta({
      title: 'Database',
      description:
        'The database that is created for the metadata and policies of the service. Without quotes, the name is folded to upper case, as in a statement.',
      examples: ['GOVERNANCE'],
    }),
    ...featureFields(),
  };
}

/** Returns the field of the role, for every authentication kind. */
export function roleField() {
  return identifierSchema({ isNew: false })
    .optional()
    .meta({
      title: 'Role',
      description: `Automatic set-up: the privileged role, used once and never stored; ${DEFAULT_SETUP_ROLE} if left out. Manual set-up: the system role that the script creates; if left out, or if it is a built-in role of the account, the name of the database followed by "_SYSTEM".`,
      examples: [DEFAULT_SETUP_ROLE],
    });
}
