import { z } from 'zod';
import { delimiterFields } from './delimiter-fields.ts';
import { identifierSchema } from './identifier-schema.ts';
import { impersonationFields } from './impersonation-fields.ts';
import { canonicalHost, hostProblem } from './sql-endpoint.ts';
import { SYSTEM_DATABASES, SYSTEM_PRINCIPALS } from './system-names.ts';

/** The port of every endpoint. Source: Azure Synapse Analytics, "Connect to Synapse SQL". */
export const DEFAULT_PORT = 1433;

/**
 * The fields with the location of the target and the names of its objects.
 *
 * @param local - true if the host may be this machine, for tests.
 */
export function targetFields(local: boolean) {
  return {
    host: z
      .string()
      .min(1, 'The host is empty.')
      .overwrite(canonicalHost)
      .superRefine((host, context) => {
        const problem = hostProblem(host, local);
        if (problem) context.addIssue({ code: 'custom', message: problem });
      })
      .meta({
        title: 'Host',
        description: 'The dedicated SQL endpoint of the workspace, or the server of a pool that predates workspaces.',
        examples: ['myworkspace.sql.azuresynapse.net'],
      }),
    port: z
      .int()
      .min(1)
      .max(65_535)
      .default(DEFAULT_PORT)
      .meta({ title: 'Port', description: 'The port of the endpoint.', examples: [DEFAULT_PORT] }),
    database: identifierSchema({
      isNew: false,
      refused: SYSTEM_DATABASES,
      refusal: 'This database belongs to the platform: name the dedicated SQL pool.',
    }).meta({
      title: 'Database',
      description: 'The existing dedicated SQL pool in which views are created.',
      examples: ['sqlpool1'],
    }),
    schema: identifierSchema({
      refused: SYSTEM_PRINCIPALS,
      refusal: 'This schema belongs to the platform: choose a new name for the schema of the service.',
    }).meta({
      title: 'Schema',
      description:
        'The new schema in which policy-enforced views are created and managed. Two more schemas have its name with the suffixes "_system" and "_procedures".',
      examples: ['governance'],
    }),
    metadataDelimiters: delimiterFields(),
    impersonation: impersonationFields(),
  };
}
