import { z } from 'zod';
import { namedObjectSchema } from './plan-schema.ts';

const neededPrivilege = z.object({
  name: z.string(),
  on: z.string(),
  withGrant: z.boolean().describe('True if the account also needs the right to grant it to others.'),
  grantable: z.boolean().describe('True if an administrator can grant it.'),
  anyOf: z.array(z.string()).describe('Privileges that are sufficient instead.'),
  comesWith: z.string().optional().describe('The object whose creator has the privilege anyway: no grant is needed.'),
  heldBy: z.enum(['setup', 'service']),
  operations: z.array(z.enum(['create', 'edit', 'delete'])),
  objects: z.array(
    namedObjectSchema.extend({
      operations: z.array(z.enum(['create', 'alter', 'drop', 'observe'])),
      why: z.string(),
    }),
  ),
  statements: z.array(z.string()).describe('The statements that grant it, with the fewest rights first.'),
  grantedBy: z.string().optional().describe('The account that can run them.'),
});

/** `SetupPrivilegesView` of the core. */
export const setupPrivilegesSchema = z.object({
  type: z.string(),
  autoBootstrap: z.boolean().optional(),
  target: z.string(),
  role: z.object({ name: z.string(), runAs: z.string() }).optional(),
  minimal: z.object({
    possible: z.boolean().describe('True if an account with only these privileges can do the work.'),
    reasons: z.array(z.string()).describe('If it is false: the privileges that cannot be granted.'),
  }),
  privileges: z.array(neededPrivilege),
  script: z.string().describe('The script that creates the role with exactly these privileges.'),
  language: z.string(),
  fileName: z.string(),
  warnings: z.array(z.string()),
});
