import type { Token } from './lexer.ts';
import { positionOf } from './lexer.ts';
import { type Refusal, refusals } from './refusal.ts';

/** A name with its schema, if there is one. */
export interface Path {
  readonly schema: string | undefined;
  readonly name: string;
}

/** A reader of tokens. */
export interface Cursor {
  readonly text: string;
  peek(ahead?: number): Token | undefined;
  /** True when these words come next. */
  isNext(...words: readonly string[]): boolean;
  /** Consumes these words if they come next. */
  accept(...words: readonly string[]): boolean;
  /** Consumes these words, or refuses. */
  expect(...words: readonly string[]): void;
  take(): Token;
  identifier(): string;
  path(): Path;
  literal(): string;
  number(): number;
  /** Returns the tokens up to the parenthesis that closes the consumed one, without it, and consumes it. */
  untilClosed(): readonly Token[];
  refusal(): Refusal;
}

/** A cursor at the first token. */
export function createCursor(tokens: readonly Token[], text: string): Cursor {
  let at = 0;
  const matches = (token: Token | undefined, word: string): boolean =>
    token !== undefined && (token.kind === 'word' || token.kind === 'symbol') && token.upper === word;
  const cursor: Cursor = {
    text,
    peek: (ahead = 0) => tokens[at + ahead],
    isNext: (...words) => words.every((word, index) => matches(tokens[at + index], word)),
    accept(...words) {
      if (!cursor.isNext(...words)) return false;
      at += words.length;
      return true;
    },
    expect(...words) {
      for (const word of words) if (!cursor.accept(word)) throw cursor.refusal();
    },
    take() {
      const token = tokens[at];
      if (!token) throw cursor.refusal();
      at += 1;
      return token;
    },
    identifier() {
      const token = tokens[at];
      if (token?.kind !== 'word' && token?.kind !== 'name') throw cursor.refusal();
      at += 1;
      return token.value;
    },
    path() {
      const parts = [cursor.identifier()];
      while (cursor.accept('.')) parts.push(cursor.identifier());
      if (parts.length > 2) throw refusals.otherDatabase(parts.join('.'));
      return parts.length === 2
        ? { schema: parts[0], name: parts[1] ?? '' }
        : { schema: undefined, name: parts[0] ?? '' };
    },
    literal() {
      const token = tokens[at];
      if (token?.kind !== 'text') throw cursor.refusal();
      at += 1;
      return token.value;
    },
    number() {
      const token = tokens[at];
      if (token?.kind !== 'number') throw cursor.refusal();
      at += 1;
      return Number(token.value);
    },
    untilClosed() {
      const inner: Token[] = [];
      for (let depth = 1; ; ) {
        const token = cursor.take();
        if (matches(token, '(')) depth += 1;
        if (matches(token, ')')) depth -= 1;
        if (depth === 0) return inner;
        inner.push(token);
      }
    },
    refusal() {
      const token = tokens[at];
      return token
        ? refusals.syntax(text.slice(token.from, token.to), ...positionOf(text, token.from))
        : refusals.syntax('', ...positionOf(text, text.length));
    },
  };
  return cursor;
}
