import { secret } from '@portcullis/plugin-api';
import { z } from 'zod';

/** Longer than any token of Databricks, including access tokens of Microsoft Entra ID. */
const TOKEN_LENGTH = 16_384;

/** A personal access token, best one of a service principal. Source: Databricks, "Databricks personal access token authentication". */
export function tokenFields() {
  return {
    authenticationType: z.literal('token').meta({
      title: 'Authentication type',
      description: 'Sign in with a personal access token.',
      examples: ['token'],
    }),
    token: secret(
      z
        .string()
        .min(1, 'The token is empty.')
        .max(TOKEN_LENGTH)
        .refine(
          (token) => /^[\x21-\x7e]*$/.test(token),
          'The token contains a space, a line break or another character that is not part of a token: send it exactly as it was shown.',
        )
        .meta({
          title: 'Token',
          description:
            'The personal access token of the service principal that the service works as. It is stored, in both set-up modes.',
          examples: ['dapi0123456789abcdef0123456789abcdef'],
        }),
    ),
  };
}
