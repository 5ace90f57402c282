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
  // Neither secret nor public: `hidden()`.
  username: hidden(
    nameSchema().meta({
      title: 'User name',
      description:
        'Automatic set-up: the privileged account, used once and never stored. Manual set-up: the account that the script creates for the service.',
      examples: ['administrator'],
    }),
  ),
  password: secret(
    z
      .string()
      .min(1, 'The password is empty.')
      .max(512)
      .refine(
        (password) => !/\0|\p{Surrogate}/u.test(password),
        'The password contains a character that cannot be sent.',
      )
      .meta({ title: 'Password', description: 'The password of that account.', examples: ['Correct4Horse9Battery'] }),
  ),
};
