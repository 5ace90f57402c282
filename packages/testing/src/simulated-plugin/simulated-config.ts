import { hidden, secret } from '@portcullis/plugin-api';
import { z } from 'zod';

/** A name on the platform: anything that is not empty, however odd. */
const name = (description: string) => z.string().min(1).max(127).describe(description);

/** Where and what, whoever signs in. */
const settings = {
  host: name('Host name of the server.'),
  port: z.int().min(1).max(65_535).default(7000).describe('Port of the server.'),
  database: name('The database that the service makes and manages.'),
  initialDatabase: name('An existing database from which the managed one is made.').default('main'),
  schema: name('The schema for views.').default('portcullis'),
  retentionDays: z.int().min(1).max(365).default(30).describe('How long the platform keeps its log.'),
  audit: z.strictObject({ enabled: z.boolean() }).optional().describe('Keeps a trail of queries.'),
  impersonation: z
    .strictObject({ enabled: z.boolean(), role: name('The role whose members may act as others.').optional() })
    .optional(),
  volume: z.strictObject({ size: z.int().positive() }).optional().describe('Storage of its own, with a folder in it.'),
  warehouse: name('A warehouse that must exist.').optional(),
};

const username = hidden(name('Automatic: the privileged account. Manual: the account that the script makes.'));

const userPassword = {
  authenticationType: z.literal('userPassword'),
  username,
  password: secret(z.string().min(6).max(200)).describe('Its password.'),
};

const keyPair = {
  authenticationType: z.literal('keyPair'),
  username,
  privateKey: z.strictObject({
    content: secret(z.string().min(6)).describe('The key.'),
    name: hidden(z.string()).describe('What the key is called.'),
  }),
};

/** The config of the simulated plugin: one of two ways to sign in. */
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
