import type { Dialect } from '../platform/dialect.ts';
import { commentLines } from '../script/comment-lines.ts';
import type { CommandSyntax } from './command-syntax.ts';

/** Options of {@link createCommandDialect}: the required fields, and any other field of a dialect. */
export interface CommandDialectOptions extends Partial<Omit<Dialect, 'commands' | 'language'>> {
  readonly language: string;
  readonly commands: CommandSyntax;
}

/**
 * Makes the dialect of a platform that is driven by commands. Comments begin with `#`, a command is one line without a
 * separator, and names and values inside other statements, such as the conditions of guards, are quoted as arguments.
 * Each of these can be replaced.
 */
export function createCommandDialect(options: CommandDialectOptions): Dialect {
  const { quote, slotInstruction } = options.commands;
  return {
    separator: '',
    slotInstruction,
    quoteIdentifier: (path) => quote(path.join('.')),
    quoteLiteral: (value) => quote(String(value)),
    comment: (text) => commentLines(text, '#'),
    ...options,
  };
}
