import { refusals } from './refusal.ts';

/** A word of a statement. `value` is the value of a name or a literal; `upper` is for comparisons. */
export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'binary' | 'variable' | 'symbol';
  readonly value: string;
  readonly upper: string;
  /** Its position in the text. */
  readonly from: number;
  readonly to: number;
}

const PIECES: readonly (readonly [Token['kind'] | undefined, RegExp])[] = [
  [undefined, /\s+|--[^\n]*|\/\*[\s\S]*?\*\//y],
  ['text', /[Nn]?'(?:[^']|'')*'/y],
  ['name', /\[(?:[^\]]|\]\])+\]|"(?:[^"]|"")+"/y],
  ['binary', /0[xX][0-9a-fA-F]*/y],
  ['number', /\d+(?:\.\d+)?/y],
  ['variable', /@@?[\p{L}_#$@][\p{L}\p{N}_#$@]*/uy],
  ['word', /[\p{L}_#][\p{L}\p{N}_#$@]*/uy],
  ['symbol', /::|<>|<=|>=|!=|\+=|[-+*/%=<>(),.;~&^|]/y],
];

const MAX_NAME = 128;

/** Splits a batch into tokens. Sources: "Transact-SQL syntax conventions", "Database identifiers", "Constants". */
export function tokensOf(batch: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < batch.length; ) {
    const found = PIECES.map(([kind, form]) => {
      form.lastIndex = at;
      return [kind, form.exec(batch)?.[0]] as const;
    }).find(([, raw]) => raw !== undefined);
    const raw = found?.[1];
    if (raw === undefined) throw refusals.syntax(batch.slice(at, at + 20), ...positionOf(batch, at));
    const kind = found?.[0];
    if (kind) {
      const value = meaningOf(kind, raw);
      if (kind === 'name' && value.length > MAX_NAME) throw refusals.tooLong(value);
      tokens.push({ kind, value, upper: kind === 'word' ? raw.toUpperCase() : raw, from: at, to: at + raw.length });
    }
    at += raw.length;
  }
  return tokens;
}

function meaningOf(kind: Token['kind'], raw: string): string {
  if (kind === 'name') {
    const quote = raw.startsWith('[') ? ']' : '"';
    return raw.slice(1, -1).replaceAll(quote + quote, quote);
  }
  if (kind === 'variable') return raw.toLowerCase();
  if (kind !== 'text') return raw;
  // "Backslash (Line continuation)": a backslash before a line break vanishes with it.
  return raw
    .replace(/^[Nn]?'/, '')
    .slice(0, -1)
    .replaceAll("''", "'")
    .replaceAll(/\\\r?\n/g, '');
}

/** Returns the line and the column of a position in a text, from 1. */
export function positionOf(text: string, at: number): readonly [line: number, column: number] {
  const before = text.slice(0, at).split('\n');
  return [before.length, (before.at(-1)?.length ?? 0) + 1];
}
