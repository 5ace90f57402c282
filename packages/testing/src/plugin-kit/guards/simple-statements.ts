import type { GuardState } from './guard-state.ts';
import type { ScriptWord } from './script-words.ts';
import type { WordCursor } from './word-cursor.ts';

/** Words after RAISE that only print a message. */
const MESSAGE_LEVELS: ReadonlySet<string> = new Set(['INFO', 'NOTICE', 'WARNING', 'LOG', 'DEBUG']);

const isInStatement = (word: string): boolean => word !== ';' && word !== 'GO';

/** Returns whether a word begins or ends a dollar quote. */
export const isQuote = (word: string): boolean => /^\$\w*\$$/.test(word);

/** Reads the words of a statement, and moves past its end. */
export function readStatement(words: WordCursor): readonly ScriptWord[] {
  const own = words.nextWhile(isInStatement);
  words.take(';');
  return own;
}

/** A statement that stops the script, unless it only prints a message. */
export function readStop(words: WordCursor, state: GuardState): void {
  const level = words.peek(1);
  readStatement(words);
  if (!MESSAGE_LEVELS.has(level)) state.stop();
}

/** `found := (query)` */
export function readAssignment(words: WordCursor, state: GuardState): void {
  const name = words.peek();
  const value = readStatement(words)
    .slice(2)
    .filter(({ text }) => text !== '(' && text !== ')');
  const [only] = value;
  // An expression that is not a query of the guard does not change the variable.
  if (only && value.length === 1) state.assign(name, () => state.valueOf(only));
  else state.mention(name);
}

/** `SELECT INTO found …`: the variable counts the rows of the query. */
export function readCount(words: WordCursor, state: GuardState): void {
  const name = words.peek(2);
  const query = readStatement(words).find(({ known }) => known !== undefined);
  if (state.isLive) state.assign(name, () => (query && state.valueOf(query) ? 1 : 0));
}

/** `DECLARE name type; …`, up to the body. */
export function readDeclarations(words: WordCursor, state: GuardState): void {
  for (const { text, known } of words.nextWhile((word) => word !== 'BEGIN')) {
    if (known === undefined) state.declare(text.toUpperCase());
  }
}

/** `CREATE PROCEDURE name (parameters) …`, up to its body. The statements that it executes are the values of its call. */
export function readProcedure(words: WordCursor, state: GuardState): void {
  const head = words.nextWhile((word) => !isQuote(word));
  state.parameters = argumentsOf(head, words.rest());
}

/** Returns whether a procedure is created at the position. */
export function isProcedure(words: WordCursor): boolean {
  if (words.peek() !== 'CREATE') return false;
  const rest = words.rest();
  const end = rest.findIndex(({ text }) => text === ';' || isQuote(text));
  return rest.slice(0, Math.max(0, end)).some(({ text }) => text.toUpperCase() === 'PROCEDURE');
}

/** Returns the arguments of a procedure call, by the names of the parameters. */
function argumentsOf(head: readonly ScriptWord[], rest: readonly ScriptWord[]): ReadonlyMap<string, number> {
  const names = head.flatMap(({ text }, at) =>
    (head[at - 1]?.text === '(' && at > 1 && !/^\d/.test(text)) || head[at - 1]?.text === ','
      ? [text.toUpperCase()]
      : [],
  );
  const call = rest.findIndex(({ text }) => text.toUpperCase() === 'CALL');
  const end = rest.findIndex(({ text }, at) => at > call && text === ';');
  const values = call < 0 ? [] : rest.slice(call, end).flatMap(({ known }) => (known === undefined ? [] : [known]));
  return new Map(values.map((value, index) => [names[index] ?? '', value]));
}
