import { hidden, secret } from '@portcullis/plugin-api';
import { z } from 'zod';
import { identifierSchema } from './identifier-schema.ts';
import { SYSTEM_USERS } from './system-names.ts';
import { roleField } from './target-fields.ts';

/**
 * The maximum length of a password or of the token that replaces it. Passwords have up to 256 characters, tokens may be
 * longer. Sources: "Password policies", PASSWORD_MAX_LENGTH; "Using programmatic access tokens for authentication".
 */
const MAX_PASSWORD_LENGTH = 2_048;

/**
 * Returns the field of the user name: in automatic mode the privileged user, in manual mode the user that the script
 * creates.
 */
export function usernameField() {
  return hidden(
    identifierSchema({
      isNew: false,
      refused: SYSTEM_USERS,
      refusal: 'This user belongs to the platform.',
    }).meta({
      title: 'User name',
      description:
        'Automatic set-up: the privileged user, used once and never stored. Manual set-up: the user that the script creates for the service.',
      examples: ['ADA', '"ada@example.com"'],
    }),
  );
}

/** A user with a password. */
export function userPasswordFields() {
  return {
    authenticationType: z.literal('userPassword').meta({
      title: 'Authentication type',
      description: 'Sign in with a user name and a password. Needs the package snowflake-sdk.',
      examples: ['userPassword'],
    }),
    username: usernameField(),
    password: secret(
      z
        .string()
        .min(1, 'The password is empty.')
        .max(MAX_PASSWORD_LENGTH)
        .refine((password) => !password.includes('\0'), 'The password has a NUL character.')
        .meta({
          title: 'Password',
          description: 'The password of that user, or a programmatic access token in its place.',
          examples: ['Correct4Horse9Battery'],
        }),
    ),
    role: roleField(),
  };
}
