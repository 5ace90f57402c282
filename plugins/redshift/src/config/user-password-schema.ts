import { hidden, secret } from '@portcullis/plugin-api';
import { z } from 'zod';
import type { Engine } from '../engine.ts';
import { nameSchema } from './name-schema.ts';
import { SYSTEM_ACCOUNTS } from './system-names.ts';

/** The message for a missing or unknown authentication kind. */
export const UNKNOWN_AUTHENTICATION = 'Name the sign-in method: "userPassword" or "okta".';

/** Maximum length of a password. Temporary passwords of IAM are long, but shorter than this. */
const MAX_PASSWORD_LENGTH = 2_048;

/**
 * The fields of a database user: the privileged account in automatic mode, the account that the script creates in
 * manual mode.
 */
export function userPasswordFields(engine: Engine) {
  return {
    authenticationType: z.literal('userPassword').meta({
      title: 'Authentication type',
      description: 'Sign in as a database user with its password.',
      examples: ['userPassword'],
    }),
    username: hidden(
      nameSchema(engine, {
        folds: false,
        isNew: false,
        refused: SYSTEM_ACCOUNTS,
        refusal: 'This account belongs to the platform.',
      }).meta({
        title: 'User name',
        description:
          'Automatic set-up: the privileged account, used once and never stored. Manual set-up: the account that the script creates for the service. The name is case-sensitive.',
        examples: ['awsuser'],
      }),
    ),
    password: secret(
      z
        .string()
        .min(1, 'The password is empty.')
        .max(MAX_PASSWORD_LENGTH)
        .refine((password) => !password.includes('\0'), 'The password has a NUL character.')
        .meta({ title: 'Password', description: 'The password of that account.', examples: ['Correct4Horse9Battery'] }),
    ),
  };
}
