import { secret } from '@portcullis/plugin-api';
import { z } from 'zod';

/** Maximum length of a token, longer than any token of Databricks and of Microsoft Entra ID. */
const MAX_TOKEN_LENGTH = 16_384;

/**
 * Returns the fields of a personal access token, preferably of a service principal. Source: Databricks, "Databricks
 * personal access token authentication".
 */
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
        .max(MAX_TOKEN_LENGTH)
        .refine(
          (token) => /^[\x21-\x7e]*$/.test(token),
          'The token contains a space, a line break or another character that is not part of a token: send it exactly as it was shown.',
        )
        .meta({
          title: 'Token',
          description:
            'The personal access token of the service principal as which the service signs in. It is stored, in both set-up modes.',
          examples: ['dapi0123456789abcdef0123456789abcdef'],
        }),
    ),
  };
}
