/**
 * The form of commands in scripts: `redisCliSyntax`, the result of `shellSyntax`, or your own.
 *
 * @example
 * ```ts
 * const dialect = createCommandDialect({ language: 'redis-cli', fileExtension: 'redis', commands: redisCliSyntax });
 * ```
 */
export interface CommandSyntax {
  /**
   * The words before the arguments on each line of a script: the client that an administrator calls. The session does
   * not get them. @default none
   */
  readonly program?: readonly string[];
  /**
   * Quotes one argument. Must be safe for every text without NUL, including the empty text. A slot appears in the text
   * as `{{name}}`. Quote every text with braces, so that a secret with spaces can replace the slot.
   */
  quote(argument: string): string;
  /**
   * Reads the arguments of a printed line, without the program, as the client of the platform does. The plugin kit
   * compares them with the printed ones; it does not execute them.
   *
   * @throws when the client refuses the line.
   */
  read(line: string): readonly string[];
  /**
   * The instruction for writing a secret in place of a slot, inside the quotes. It ends the sentence "Replace the slot
   * with your secret, …".
   */
  readonly slotInstruction: string;
}
