import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** A user-facing sentence of the library with its place in the sources. */
export interface Message {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** The form of a sentence: a capital letter, at least three words, and the end of a sentence. */
const SENTENCE = /^[A-Z][^\n]*? [^\n]*? [^\n]*[.:?!]$/;

/** Returns the messages of all packages and plugins. Placeholders of templates become `x`. */
export function readMessages(root: string): readonly Message[] {
  return globSync('{packages,plugins}/*/src/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.test\.tsx?$|\/generated\//.test(path))
    .toSorted()
    .flatMap((path) => messagesOf(path, readFileSync(join(root, path), 'utf8')));
}

/** Returns the messages of one source file. */
export function messagesOf(path: string, source: string): readonly Message[] {
  const found: Message[] = [];
  const add = (text: string, start: number) => {
    if (SENTENCE.test(text)) found.push({ path, line: source.slice(0, start).split('\n').length, text });
  };
  new Visitor({
    Literal: ({ value, start }) => {
      if (typeof value === 'string') add(value, start);
    },
    TemplateLiteral: ({ quasis, start }) => add(quasis.map(({ value }) => value.cooked ?? '').join('x'), start),
  }).visit(parseSync(path, source).program);
  return found;
}
