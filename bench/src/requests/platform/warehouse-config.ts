import { hidden, secret } from '@portcullis/plugin-api';
import { z } from 'zod';

/** A config as large as that of a real platform, so that responses have a realistic size. */
export const warehouseConfig = z.strictObject({
  host: z.string().min(1).max(253).describe('Host name of the warehouse.'),
  port: z.int().min(1).max(65_535).default(5439).describe('Port of the warehouse.'),
  database: z.string().min(1).max(127).describe('The database to make.'),
  authenticationType: z.literal('userPassword').describe('The sign-in of the privileged account.'),
  username: hidden(z.string().min(1).max(127)).describe('The privileged account.'),
  password: secret(z.string().min(1)).describe('Its password.'),
  audit: z.strictObject({ enabled: z.boolean() }).optional().describe('True: queries are read back.'),
  impersonation: z
    .strictObject({ enabled: z.boolean(), role: z.string().max(127) })
    .optional()
    .describe('True: users can act as other users.'),
});

/** The body of POST /integrations for the warehouse on `host`. */
export function warehouseBody(host: string) {
  return {
    type: 'Warehouse',
    autoBootstrap: true,
    config: {
      host,
      port: 5439,
      database: 'governed',
      authenticationType: 'userPassword',
      username: 'administrator',
      password: 'correct horse battery staple',
      audit: { enabled: true },
      impersonation: { enabled: true, role: 'impersonators' },
    },
  };
}
