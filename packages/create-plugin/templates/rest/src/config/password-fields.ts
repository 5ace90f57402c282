import { hidden, secret } from '@portcullis/plugin-api';
import { z } from 'zod';
import { nameSchema } from './name-schema.ts';

/** The fields for signing in with a password. */
export const passwordFields = {
  authenticationType: z.literal('password').meta({
    title: 'Authentication type',
    description: 'Sign in with a user name and a password.',
    examples: ['password'],
  }),
  username: hidden(
    nameSchema()
      // A colon ends the user name in the header. Source: RFC 7617, 2.
      .refine((name) => !name.includes(':'), 'The name contains a colon.')
      .meta({
        title: 'User name',
        description: 'The service account.',
        examples: ['portcullis'],
      }),
  ),
  password: secret(
    z
      .string()
      .min(1, 'The password is empty.')
      .max(2_048)
      .meta({ title: 'Password', description: 'The password of that account.', examples: ['Correct4Horse9Battery'] }),
  ),
};
