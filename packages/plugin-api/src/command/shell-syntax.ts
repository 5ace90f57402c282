import { unsafe } from '../sql/text-rules.ts';
import type { CommandSyntax } from './command-syntax.ts';

/** Words that every POSIX shell reads unchanged, in every position after the name of a program. */
const BARE = /^[\w.,:@%+/-][\w.,:@%+/=-]*$/;

/** The next piece of a word: text without quotes, single quotes, or an escaped character. */
const PIECE = /([\w.,:@%+/=-]+)|'([^']*)'|\\([^\n])/y;

/**
 * Returns the syntax of the POSIX shell: each command is a call of a program, its arguments in single quotes where they
 * need them.
 *
 * @param program - the program and its options, such as `redis-cli`.
 * @example
 * ```ts
 * const dialect = createCommandDialect({ language: 'Shell', fileExtension: 'sh', commands: shellSyntax('redis-cli') });
 * ```
 */
export function shellSyntax(...program: readonly [string, ...string[]]): CommandSyntax {
  return Object.freeze({
    program: Object.freeze([...program]),
    quote: quoteForShell,
    read(line: string) {
      const words = readWords(line);
      if (program.some((word, index) => words[index] !== word)) {
        throw unsafe(`The line does not begin with ${program.join(' ')}.`);
      }
      return words.slice(program.length);
    },
    slotInstruction: "with '\\'' in the place of each '",
  });
}

/** Quotes one argument for a POSIX shell. */
export function quoteForShell(argument: string): string {
  return BARE.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}

/** Reads words that need no expansion. Printed commands contain no other words. */
function readWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; ) {
    if (line[at] === ' ' || line[at] === '\t') {
      if (word !== undefined) words.push(word);
      word = undefined;
      at += 1;
      continue;
    }
    PIECE.lastIndex = at;
    const [text, bare, quoted, escaped] = PIECE.exec(line) ?? [];
    if (text === undefined) throw unsafe(`The shell interprets the character ${JSON.stringify(line[at])} of the line.`);
    word = `${word ?? ''}${bare ?? quoted ?? escaped ?? ''}`;
    at += text.length;
  }
  return word === undefined ? words : [...words, word];
}
