import type { Cursor } from './cursor.ts';
import type { Token } from './lexer.ts';
import type { Batch } from './parsing.ts';
import type { Step } from './session.ts';

/** A statement that defines something: its first words, the page of its syntax for a dedicated pool, and its reader. */
export type DefinitionForm = readonly [words: readonly string[], page: string, parse: DefinitionParse];

/** Reads a definition; the last argument reads the body of a procedure. */
export type DefinitionParse = (
  cursor: Cursor,
  batch: Batch,
  compileBody: (tokens: readonly Token[], text: string, isDynamic: boolean) => Step,
) => Step;
