import { secret } from '@portcullis/plugin-api';
import { z } from 'zod';

/** The fields for signing in with a token of the platform. */
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
      .regex(/^[\x21-\x7e]*$/, 'The token contains a space, or a character that is not allowed in a header.')
      .meta({
        title: 'Token',
        description: 'An access token of the service account.',
        examples: ['an-access-token-of-the-platform'],
      }),
  ),
};
