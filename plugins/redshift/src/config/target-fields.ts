import { z } from 'zod';
import type { Engine } from '../engine.ts';
import { hostProblem } from './host-problem.ts';
import { impersonationSchema } from './impersonation-schema.ts';
import { nameSchema } from './name-schema.ts';
import { SYSTEM_DATABASES } from './system-names.ts';

/** The default port of a cluster. Source: Amazon Redshift Management Guide, "Amazon Redshift clusters". */
export const DEFAULT_PORT = 5439;

/**
 * The default first database of clusters and workgroups. Source: Amazon Redshift Management Guide, "Creating a
 * cluster".
 */
const DEFAULT_INITIAL_DATABASE = 'dev';

/** The fields of every authentication kind: the location of the target and the names of its objects. */
export function targetFields(engine: Engine) {
  return {
    host: z
      .string()
      .min(1, 'The host is empty.')
      .overwrite((host) =>
        host
          .trim()
          .toLowerCase()
          .replace(/\.$/, '')
          .replace(/^\[(.*)\]$/, '$1'),
      )
      .superRefine((host, context) => {
        const problem = hostProblem(host, engine);
        if (problem) context.addIssue({ code: 'custom', message: problem });
      })
      .meta({
        title: 'Host',
        description: 'The endpoint of the cluster or workgroup, without port and database.',
        examples: ['examplecluster.abc123xyz789.us-east-1.redshift.amazonaws.com'],
      }),
    port: z
      .int()
      .min(1)
      .max(65_535)
      .default(DEFAULT_PORT)
      .meta({ title: 'Port', description: 'The port of the endpoint.', examples: [DEFAULT_PORT] }),
    database: nameSchema(engine, {
      refused: SYSTEM_DATABASES,
      refusal: 'This database belongs to the platform: choose a new name for the database of the service.',
    }).meta({
      title: 'Database',
      description:
        'The database that the service creates and manages, and that contains its metadata. ASCII letters are folded to lower case, as Amazon Redshift does.',
      examples: ['governance'],
    }),
    initialDatabase: nameSchema(engine, { isNew: false })
      .default(DEFAULT_INITIAL_DATABASE)
      .meta({
        title: 'Initial database',
        description: 'An existing database, from which the managed one is created.',
        examples: ['dev'],
      }),
    impersonation: impersonationSchema(engine),
  };
}
