import { z } from 'zod';
import { NAME_LENGTH } from '../names/fit-name.ts';
import { isReservedWord } from './reserved-words.ts';

/** The rules of an identifier, by its purpose. */
export interface IdentifierRules {
  /** True when the object is made by us, so that reserved words are refused. @default true */
  readonly made?: boolean;
  /** Further names that are refused, in lower case. */
  readonly refused?: readonly string[];
  /** Why they are. */
  readonly refusal?: string;
}

/** Control characters, and those that make a text read otherwise than it is (direction marks, invisible joiners). */
const NOT_PRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * The schema of a name on the platform: 1 to 128 characters (`sysname`), counted in UTF-16 like on the platform. Names
 * are always in brackets, so that blanks, quotes and punctuation are allowed. `$(` is rejected: sqlcmd interprets it as
 * a variable in any context. Source: Transact-SQL reference, "Database identifiers".
 */
export function identifierSchema(rules: IdentifierRules = {}): z.ZodString {
  const { made = true, refused = [], refusal = 'This name belongs to the platform.' } = rules;
  return (
    z
      .string()
      .min(1, 'The name is empty.')
      .max(NAME_LENGTH, `The name is longer than ${NAME_LENGTH} characters.`)
      // The bound above counts characters; the platform counts those beyond the basic plane twice.
      .refine((name) => name.length <= NAME_LENGTH, `The name is longer than ${NAME_LENGTH} characters.`)
      .refine((name) => !NOT_PRINTABLE.test(name), 'The name has characters that cannot be printed.')
      .refine((name) => name.trim() === name, 'The name begins or ends with a space.')
      .refine(
        (name) => !name.includes('$('),
        'The name contains "$(", which scripts cannot contain: sqlcmd reads it as a variable.',
      )
      .refine(
        (name) => !made || !/^#/.test(name),
        'Names that begin with "#" belong to temporary and system objects: choose another name.',
      )
      .refine((name) => !made || !isReservedWord(name), 'This is a reserved word of Transact-SQL: choose another name.')
      .refine((name) => !refused.includes(name.toLowerCase()), refusal)
  );
}
