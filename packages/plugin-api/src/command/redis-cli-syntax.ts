import { unsafe } from '../sql/text-rules.ts';
import type { CommandSyntax } from './command-syntax.ts';

/** Arguments that redis-cli reads without quotes. Braces and brackets are excluded, since slots contain braces. */
const BARE = /^[\w!#$%&()*+,\-./:;<=>?@^|~]+$/;

/** Characters that some programs treat as the end of a line, or that a terminal interprets. */
const ESCAPED = /["\\\p{Cc}\p{Zl}\p{Zp}]/gu;

const LETTERS: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\u0007': '\\a',
};

/**
 * The syntax of redis-cli and valkey-cli: double quotes with backslashes, every argument on one line. Follows the
 * function `sdssplitargs` of Redis.
 */
export const redisCliSyntax: CommandSyntax = Object.freeze({
  quote: (argument: string) => (BARE.test(argument) ? argument : `"${argument.replaceAll(ESCAPED, escaped)}"`),
  read: (line: string) => readLine(new TextEncoder().encode(line)).map((bytes) => decode(bytes)),
  slotInstruction: 'with a backslash before each " and each \\ in it',
});

function escaped(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  return LETTERS[character] ?? bytes.map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}

/** The function isspace() of C. */
const SPACES: ReadonlySet<number> = new Set([9, 10, 11, 12, 13, 32]);
/** The spaces that end an unquoted argument. */
const ENDS: ReadonlySet<number> = new Set([9, 10, 13, 32]);
const [DOUBLE, SINGLE, BACKSLASH] = [34, 39, 92] as const;

function readLine(line: Uint8Array): readonly (readonly number[])[] {
  const read: number[][] = [];
  for (let at = 0; at < line.length; ) {
    if (SPACES.has(line[at] as number)) {
      at += 1;
      continue;
    }
    const word: number[] = [];
    at = readWord(line, at, word);
    read.push(word);
  }
  return read;
}

/** Reads one argument, and returns the position after it. */
function readWord(line: Uint8Array, start: number, word: number[]): number {
  let at = start;
  while (at < line.length && !ENDS.has(line[at] as number)) {
    const byte = line[at] as number;
    if (byte !== DOUBLE && byte !== SINGLE) {
      word.push(byte);
      at += 1;
      continue;
    }
    at = readQuoted(line, at + 1, byte, word);
    if (at < line.length && !SPACES.has(line[at] as number)) throw unsafe('A closing quote must end its argument.');
    return at;
  }
  return at;
}

/** Reads to the closing quote, and returns the position after it. */
function readQuoted(line: Uint8Array, start: number, quote: number, word: number[]): number {
  for (let at = start; at < line.length; ) {
    const byte = line[at] as number;
    if (byte === quote) return at + 1;
    const [value, length] = byte === BACKSLASH ? readEscape(line, at, quote) : [byte, 1];
    word.push(value);
    at += length;
  }
  throw unsafe('A quote of the line is not closed.');
}

const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, a: 7 };

/**
 * Returns the byte of an escape, and the length of its text. In single quotes, a backslash escapes only a single quote.
 */
function readEscape(line: Uint8Array, at: number, quote: number): readonly [byte: number, length: number] {
  const next = line[at + 1];
  if (quote === SINGLE) return next === SINGLE ? [SINGLE, 2] : [BACKSLASH, 1];
  const digits = String.fromCharCode(...line.slice(at + 2, at + 4));
  if (next === 0x78 && /^[0-9a-f]{2}$/i.test(digits)) return [Number.parseInt(digits, 16), 4];
  if (next === undefined) return [BACKSLASH, 1];
  return [ESCAPES[String.fromCharCode(next)] ?? next, 2];
}

function decode(bytes: readonly number[]): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes));
}
