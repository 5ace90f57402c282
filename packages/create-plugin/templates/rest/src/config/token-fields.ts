import { secret } from '@portcullis/plugin-api';
import { z } from 'zod';

/** Signing in with a token of the platform. */
export const tokenFields = {
  authenticationType: z.literal('token').meta({
    title: 'Authentication type',
    description: 'Sign in with an access token.',
    examples: ['token'],
  }),
  token: secret(
    z
      .string()
      .min(1, 'The token is empty.')
      .max(8_192)
      // The token is sent in a header.
      .regex(/^[\x21-\x7e]*$/, 'The token contains a space, or a character that no header can hold.')
      .meta({
        title: 'Token',
        description: 'An access token of the account that the service works with.',
        examples: ['an-access-token-of-the-platform'],
      }),
  ),
};
