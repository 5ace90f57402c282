import { z } from 'zod';
import { ENGINES, type Engine } from '../engine.ts';
import { isReservedWord } from './reserved-words.ts';
import { SYSTEM_PREFIXES } from './system-names.ts';

/** The rules of a name, by its purpose. */
export interface NameRules {
  /** True if upper-case letters are folded like on the platform. User names keep their case. @default true */
  readonly folds?: boolean;
  /** True when the object is made by us, so that reserved words and prefixes are refused. @default true */
  readonly made?: boolean;
  /** Further names that are refused, in lower case. */
  readonly refused?: readonly string[];
  /** Why they are. */
  readonly refusal?: string;
}

/** Control characters, and those that make a text read otherwise than it is (direction marks, invisible joiners). */
const NOT_PRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * The schema of a platform name: 1 to 127 bytes of printable UTF-8 (63 on PostgreSQL). Names are always quoted, so that blanks,
 * quotes and punctuation are allowed; ASCII letters are folded to lower case as the platform would do it, so that the name in
 * an answer is the name on the platform. Source: Amazon Redshift Database Developer Guide, "Names and identifiers".
 */
export function nameSchema(engine: Engine, rules: NameRules = {}): z.ZodString {
  const { folds = true, made = true, refused = [], refusal = 'This name belongs to the platform.' } = rules;
  const { nameBytes, foldsNames, product } = ENGINES[engine];
  return z
    .string()
    .min(1, 'The name is empty.')
    .overwrite((name) => (folds && foldsNames ? foldAscii(name) : name))
    .refine((name) => Buffer.byteLength(name) <= nameBytes, `The name is longer than ${nameBytes} bytes.`)
    .refine((name) => !NOT_PRINTABLE.test(name), 'The name has characters that cannot be printed.')
    .refine((name) => name.trim() === name, 'The name begins or ends with a space.')
    .refine((name) => !made || !isReservedWord(name), `This is a reserved word of ${product}: choose another name.`)
    .refine(
      (name) => !made || !hasSystemPrefix(name),
      `Names that begin like this belong to ${product}: choose another name.`,
    )
    .refine((name) => !refused.includes(name.toLowerCase()), refusal);
}

/** Folds ASCII letters and nothing else, as the platform does. */
export function foldAscii(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function hasSystemPrefix(name: string): boolean {
  return SYSTEM_PREFIXES.some((prefix) => name.toLowerCase().startsWith(prefix));
}
