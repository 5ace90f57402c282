import { isPrintable } from '@portcullis/plugin-api';
import { z } from 'zod';
import { MAX_NAME_LENGTH } from '../names/fit-name.ts';
import { isReservedWord } from './reserved-words.ts';

/** The rules of an identifier, by its purpose. */
export interface IdentifierRules {
  /** True if the service creates the object, so that reserved words are refused. @default true */
  readonly isNew?: boolean;
  /** Further names that are refused, in lower case. */
  readonly refused?: readonly string[];
  /** The message for these names. */
  readonly refusal?: string;
}

/**
 * Returns the schema of a name on the platform: 1 to 128 UTF-16 code units (`sysname`). Names are always in brackets,
 * so spaces, quotes and punctuation are allowed. `$(` is rejected: sqlcmd interprets it as a variable in any context. So
 * is `{{`: an administrator who replaces a slot of a script would also write the secret into the name.
 * Source: Transact-SQL reference, "Database identifiers".
 */
export function identifierSchema(rules: IdentifierRules = {}): z.ZodString {
  const { isNew = true, refused = [], refusal = 'This name belongs to the platform.' } = rules;
  return (
    z
      .string()
      .min(1, 'The name is empty.')
      .max(MAX_NAME_LENGTH, `The name is longer than ${MAX_NAME_LENGTH} characters.`)
      // The bound above counts code points; the platform counts UTF-16 code units.
      .refine((name) => name.length <= MAX_NAME_LENGTH, `The name is longer than ${MAX_NAME_LENGTH} characters.`)
      .refine(isPrintable, 'The name contains non-printable characters.')
      .refine((name) => name.trim() === name, 'The name begins or ends with a space.')
      .refine(
        (name) => !name.includes('$('),
        'The name contains "$(", which scripts cannot contain: sqlcmd reads it as a variable.',
      )
      .refine((name) => !name.includes('{{'), 'The name contains "{{", which marks the values to fill in in scripts.')
      .refine(
        (name) => !isNew || !/^#/.test(name),
        'Names that begin with "#" belong to temporary and system objects: choose another name.',
      )
      .refine(
        (name) => !isNew || !isReservedWord(name),
        'This is a reserved word of Transact-SQL: choose another name.',
      )
      .refine((name) => !refused.includes(name.toLowerCase()), refusal)
  );
}
