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
   * Quotes one argument. Must be safe for every text without NUL, also an empty one. A slot is in the text as `{{name}}`:
   * a text with braces must be quoted, so that a secret with spaces fits into the place of the slot.
   */
  quote(argument: string): string;
  /**
   * Reads the arguments of a printed line, without the program, as the client of the platform does. The plugin kit compares
   * them with the printed ones; nothing is executed from what was read.
   *
   * @throws when the client refuses the line.
   */
  read(line: string): readonly string[];
  /**
   * The form in which a user writes a secret in the place of a slot, which is inside quotes: the end of the sentence
   * "Replace the slot with your secret, …".
   */
  readonly slotInstruction: string;
}
