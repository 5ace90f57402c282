import { hidden, secret } from '@portcullis/plugin-api';
import { z } from 'zod';

/** A name on the platform: any non-empty text. */
const name = (title: string, description: string, example: string) =>
  z
    .string()
    .min(1)
    .max(127)
    .meta({ title, description, examples: [example] });

const enabled = (description: string) => z.boolean().meta({ title: 'Enabled', description, examples: [true] });

/** The target and the features, for every authentication type. */
const settings = {
  host: name('Host', 'Host name of the server.', 'db.example.com'),
  port: z
    .int()
    .min(1)
    .max(65_535)
    .default(7000)
    .meta({ title: 'Port', description: 'Port of the server.', examples: [7000] }),
  database: name('Database', 'The database that the service creates and manages.', 'gov'),
  initialDatabase: name(
    'Initial database',
    'An existing database from which the managed one is created.',
    'main',
  ).default('main'),
  schema: name('Schema', 'The schema for views.', 'portcullis').default('portcullis'),
  retentionDays: z
    .int()
    .min(1)
    .max(365)
    .default(30)
    .meta({ title: 'Retention', description: 'Number of days for which the platform keeps its log.', examples: [30] }),
  audit: z
    .strictObject({ enabled: enabled('True: the platform keeps an audit trail.') })
    .optional()
    .meta({ title: 'Audit', description: 'Keeps a trail of queries.' }),
  impersonation: z
    .strictObject({
      enabled: enabled('True: members of the role can act as other users.'),
      role: name('Role', 'The role whose members may act as others.', 'impersonators').optional(),
    })
    .optional()
    .meta({ title: 'Impersonation', description: 'Lets members of a role act as others.' }),
  volume: z
    .strictObject({
      size: z
        .int()
        .positive()
        .meta({ title: 'Size', description: 'Its size in gigabytes.', examples: [10] }),
    })
    .optional()
    .meta({ title: 'Volume', description: 'A separate volume with a folder.' }),
  warehouse: name('Warehouse', 'A warehouse that must exist.', 'wh').optional(),
};

const username = hidden(
  name('User name', 'Automatic: the privileged account. Manual: the account that the script creates.', 'admin'),
);

const authenticationType = <Kind extends string>(kind: Kind) =>
  z.literal(kind).meta({ title: 'Authentication type', description: 'The sign-in method.', examples: [kind] });

const userPassword = {
  authenticationType: authenticationType('userPassword'),
  username,
  password: secret(z.string().min(6).max(200)).meta({
    title: 'Password',
    description: 'Its password.',
    examples: ['correct-horse-battery'],
  }),
};

const keyPair = {
  authenticationType: authenticationType('keyPair'),
  username,
  privateKey: z
    .strictObject({
      content: secret(z.string().min(6)).meta({ title: 'Content', description: 'The key.', examples: ['-----BEGIN…'] }),
      name: hidden(z.string()).meta({ title: 'Name', description: 'The name of the key.', examples: ['admin.key'] }),
    })
    .meta({ title: 'Private key', description: 'The key to sign in with.' }),
};

/** The config of the simulated plugin, with one of two authentication types. */
export const simulatedConfig = z.discriminatedUnion('authenticationType', [
  z.strictObject({ ...settings, ...userPassword }),
  z.strictObject({ ...settings, ...keyPair }),
]);

/** The body of DELETE for automatic integrations. */
export const simulatedCredentials = z.discriminatedUnion('authenticationType', [
  z.strictObject(userPassword),
  z.strictObject(keyPair),
]);

/** A valid config of the simulated plugin. */
export type SimulatedConfig = z.output<typeof simulatedConfig>;

/** The name of the role of impersonation. */
export function impersonationRoleOf({ impersonation, database }: SimulatedConfig): string {
  return impersonation?.role ?? `${database}_impersonators`;
}
