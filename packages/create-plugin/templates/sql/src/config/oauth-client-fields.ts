import { hidden, secret } from '@portcullis/plugin-api';
import { z } from 'zod';
import { usernameSchema } from './target-fields.ts';

/** The fields for signing in as an OAuth client: an access token of the client replaces the password. */
export const oAuthClientFields = {
  authenticationType: z.literal('oAuthClient').meta({
    title: 'Authentication type',
    description: 'Sign in with the access token of an OAuth client.',
    examples: ['oAuthClient'],
  }),
  username: hidden(usernameSchema),
  oAuthClient: z
    .strictObject({
      tokenUrl: z.url({ protocol: /^https$/, error: 'Write a URL that begins with https://.' }).meta({
        title: 'Token URL',
        description: 'The token endpoint of the identity provider. The host must allow it.',
        examples: ['https://login.example.com/oauth2/token'],
      }),
      clientId: z
        .string()
        .min(1)
        .meta({ title: 'Client id', description: 'The id of the client.', examples: ['portcullis'] }),
      clientSecret: secret(
        z
          .string()
          .min(1)
          .meta({
            title: 'Client secret',
            description: 'The secret of the client.',
            examples: ['Correct4Horse9Battery'],
          }),
      ),
      scope: z
        .string()
        .min(1)
        .optional()
        .meta({ title: 'Scope', description: 'The scope of the requested token.', examples: ['database'] }),
    })
    .meta({ title: 'OAuth client', description: 'The client that signs in.' }),
};
