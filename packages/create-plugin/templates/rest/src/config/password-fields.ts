import { hidden, secret } from '@portcullis/plugin-api';
import { z } from 'zod';
import { nameSchema } from './name-schema.ts';

/** Signing in with a password. */
export const passwordFields = {
  authenticationType: z.literal('password').meta({
    title: 'Authentication type',
    description: 'Sign in with a user name and a password.',
    examples: ['password'],
  }),
  username: hidden(
    nameSchema()
      // A colon ends the user name in the header. Source: RFC 7617, 2.
      .refine((name) => !name.includes(':'), 'The name has a colon.')
      .meta({
        title: 'User name',
        description: 'The account that the service works with.',
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
