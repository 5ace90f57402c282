import { hidden, secret } from '@portcullis/plugin-api';
import { z } from 'zod';
import { identifierSchema } from './identifier-schema.ts';
import { SYSTEM_LOGINS } from './system-names.ts';

/** The minimum and maximum length of a password. Source: Transact-SQL reference, "CREATE LOGIN", tab Azure Synapse Analytics. */
const PASSWORD_LENGTH = { min: 8, max: 128 } as const;
/** The character classes, of which a password needs three. Source: "Password Policy", Password complexity. */
const CHARACTER_CLASSES: readonly RegExp[] = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u];
const REQUIRED_CHARACTER_CLASSES = 3;

/** Returns the fields of a login with a password, the only sign-in method of the interface for this type. */
export function userPasswordFields() {
  return {
    authenticationType: z
      .literal('userPassword')
      .default('userPassword')
      .meta({
        title: 'Authentication type',
        description: 'Sign in as a SQL login with its password. Optional.',
        examples: ['userPassword'],
      }),
    username: hidden(
      identifierSchema({
        isNew: false,
        refused: SYSTEM_LOGINS,
        refusal: 'Azure reserves this login.',
      })
        .refine((name) => !name.includes('\\'), 'The name of a SQL login has no backslash.')
        .meta({
          title: 'User name',
          description:
            'Automatic set-up: the privileged login, used once and never stored. Manual set-up: the login that the script creates for the service.',
          examples: ['sqladminuser'],
        }),
    ),
    password: secret(
      z
        .string()
        .min(PASSWORD_LENGTH.min, `The password is shorter than ${PASSWORD_LENGTH.min} characters.`)
        .max(PASSWORD_LENGTH.max, `The password is longer than ${PASSWORD_LENGTH.max} characters.`)
        .refine(
          (password) => !/['\p{Cc}]/u.test(password),
          'A password has no single quotes and no control characters.',
        )
        .refine((password) => !password.includes('$('), 'The password contains "$(", which scripts cannot contain.')
        .refine(
          (password) => CHARACTER_CLASSES.filter((each) => each.test(password)).length >= REQUIRED_CHARACTER_CLASSES,
          'A password needs three of these: an upper-case letter, a lower-case letter, a digit, another character.',
        )
        .meta({ title: 'Password', description: 'The password of that login.', examples: ['Correct4Horse9Battery'] }),
    ),
  };
}
