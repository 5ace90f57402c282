import { hidden, secret } from '@portcullis/plugin-api';
import { z } from 'zod';

/** The fields for signing in as a client of the platform's own token endpoint. */
export const clientFields = {
  authenticationType: z.literal('oAuthClient').meta({
    title: 'Authentication type',
    description: 'Sign in with the access token of a client.',
    examples: ['oAuthClient'],
  }),
  clientId: hidden(
    z
      .string()
      .min(1, 'The client id is empty.')
      .max(200)
      .meta({
        title: 'Client id',
        description: 'Automatic: the privileged client, never stored. Manual: the prepared client.',
        examples: ['administrator'],
      }),
  ),
  clientSecret: secret(
    z
      .string()
      .min(1, 'The client secret is empty.')
      .max(2_048)
      .meta({
        title: 'Client secret',
        description: 'The secret of that client.',
        examples: ['Correct4Horse9Battery'],
      }),
  ),
};
