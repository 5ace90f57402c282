import { isPrintable } from '@portcullis/plugin-api';
import { z } from 'zod';
import { ENGINES, type Engine } from '../engine.ts';
import { isReservedWord } from './reserved-words.ts';
import { SYSTEM_PREFIXES } from './system-names.ts';

/** The rules of a name, by its purpose. */
export interface NameRules {
  /** True if upper-case letters are folded as on the platform. User names keep their case. @default true */
  readonly folds?: boolean;
  /** True if the service creates the object, so that reserved words and prefixes are refused. @default true */
  readonly isNew?: boolean;
  /** Further names that are refused, in lower case. */
  readonly refused?: readonly string[];
  /** The message for these names. */
  readonly refusal?: string;
}

/**
 * The schema of a platform name: 1 to 127 bytes of printable UTF-8 (63 on PostgreSQL). Names are always quoted, so
 * spaces, quotes and punctuation are allowed, except for `{{`: an administrator who replaces a slot of a script would also
 * write the secret into the name. ASCII letters are folded to lower case as on the platform, so that
 * responses show the name of the platform. Source: Amazon Redshift Database Developer Guide, "Names and identifiers".
 */
export function nameSchema(engine: Engine, rules: NameRules = {}): z.ZodString {
  const { folds = true, isNew = true, refused = [], refusal = 'This name belongs to the platform.' } = rules;
  const { maxNameBytes, foldsNames, product } = ENGINES[engine];
  return z
    .string()
    .min(1, 'The name is empty.')
    .overwrite((name) => (folds && foldsNames ? foldAscii(name) : name))
    .refine((name) => Buffer.byteLength(name) <= maxNameBytes, `The name is longer than ${maxNameBytes} bytes.`)
    .refine(isPrintable, 'The name contains non-printable characters.')
    .refine((name) => name.trim() === name, 'The name begins or ends with a space.')
    .refine((name) => !name.includes('{{'), 'The name contains "{{", which marks the values to fill in in scripts.')
    .refine((name) => !isNew || !isReservedWord(name), `This is a reserved word of ${product}: choose another name.`)
    .refine(
      (name) => !isNew || !hasReservedPrefix(name),
      `${product} reserves names with this prefix: choose another name.`,
    )
    .refine((name) => !refused.includes(name.toLowerCase()), refusal);
}

/** Folds only ASCII letters, as the platform does. */
export function foldAscii(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function hasReservedPrefix(name: string): boolean {
  return SYSTEM_PREFIXES.some((prefix) => name.toLowerCase().startsWith(prefix));
}
