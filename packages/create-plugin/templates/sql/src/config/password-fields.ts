import { hidden, secret } from '@portcullis/plugin-api';
import { z } from 'zod';
import { usernameSchema } from './target-fields.ts';

/** The fields for signing in with a password. */
export const passwordFields = {
  authenticationType: z.literal('password').meta({
    title: 'Authentication type',
    description: 'Sign in with a user name and a password.',
    examples: ['password'],
  }),
  username: hidden(usernameSchema),
  password: secret(
    z
      .string()
      .min(1, 'The password is empty.')
      .max(2_048)
      .meta({ title: 'Password', description: 'The password of that account.', examples: ['Correct4Horse9Battery'] }),
  ),
};
