import type { Cursor } from './cursor.ts';
import type { Token } from './lexer.ts';
import type { Step } from './session.ts';

/** The state of a batch while it is parsed. */
export interface Batch {
  /** True if it was inside EXEC('...'). */
  readonly isDynamic: boolean;
  /** The number of earlier statements with an effect. */
  statements: number;
  /** The number of open blocks. */
  depth: number;
  /** The first statement that must be alone, if there is one. */
  mustBeAlone: string | undefined;
}

/** Reads a statement after its first words. */
export type Parse = (cursor: Cursor, batch: Batch) => Step;

const STARTS = new Set([
  'ALTER',
  'BEGIN',
  'BREAK',
  'COMMIT',
  'CONTINUE',
  'CREATE',
  'DECLARE',
  'DELETE',
  'DENY',
  'DROP',
  'END',
  'ELSE',
  'EXEC',
  'EXECUTE',
  'GRANT',
  'IF',
  'INSERT',
  'PRINT',
  'RAISERROR',
  'RETURN',
  'REVERT',
  'REVOKE',
  'ROLLBACK',
  'SELECT',
  'SET',
  'THROW',
  'TRUNCATE',
  'UPDATE',
  'USE',
  'WHILE',
]);
const SETS = new Set(['UNION', 'ALL', 'EXCEPT', 'INTERSECT']);

/**
 * The tokens up to the end of a statement: a semicolon, or the first word of the next statement. For an item of a list,
 * up to its comma.
 */
export function untilNextStatement(cursor: Cursor, allowed: readonly string[] = [], isItem = false): readonly Token[] {
  const taken: Token[] = [];
  const open = [...allowed];
  for (let depth = 0, cases = 0; ; ) {
    const token = cursor.peek();
    if (!token || (depth === 0 && (cursor.isNext(';') || (isItem && cursor.isNext(','))))) return taken;
    const word = token.kind === 'word' ? token.upper : '';
    if (word === 'CASE') cases += 1;
    else if (word === 'END' && cases > 0) cases -= 1;
    else if (depth === 0 && STARTS.has(word) && !(cases > 0 && word === 'ELSE')) {
      const at = open.indexOf(word);
      const isMore = word === 'SELECT' && SETS.has(taken.at(-1)?.upper ?? '');
      if (at < 0 && !isMore) return taken;
      if (at >= 0) open.splice(at, 1);
    }
    if (cursor.isNext('(')) depth += 1;
    if (cursor.isNext(')')) depth -= 1;
    taken.push(cursor.take());
  }
}

/** A declared type: its name in lower case and its length. `max` has none. */
export interface DeclaredType {
  readonly type: string;
  readonly length: number | undefined;
  readonly isMax: boolean;
}

/** Reads a type. Source: "Data types"; without a length, a text of one character. */
export function parseType(cursor: Cursor): DeclaredType {
  const type = cursor.identifier().toLowerCase();
  const isText = /char$/.test(type);
  if (!cursor.accept('(')) return { type, length: type === 'sysname' ? 128 : isText ? 1 : undefined, isMax: false };
  const isMax = cursor.accept('MAX');
  const length = isMax ? undefined : cursor.number();
  if (cursor.accept(',')) cursor.number();
  cursor.expect(')');
  return { type, length: isText ? length : undefined, isMax };
}
