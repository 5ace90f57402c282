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
  // Not a secret, and not public: `hidden()`.
  username: hidden(
    nameSchema().meta({
      title: 'User name',
      description:
        'Automatic set-up: the privileged account, used once and never stored. Manual set-up: the account that the script makes for the service.',
      examples: ['administrator'],
    }),
  ),
  password: secret(
    z
      .string()
      .min(1, 'The password is empty.')
      .max(512)
      .refine((password) => !/\0|\p{Surrogate}/u.test(password), 'The password has a character that cannot be sent.')
      .meta({ title: 'Password', description: 'The password of that account.', examples: ['Correct4Horse9Battery'] }),
  ),
};
