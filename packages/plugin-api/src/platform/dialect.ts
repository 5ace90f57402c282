import type { Command } from '../command/command.ts';
import type { CommandSyntax } from '../command/command-syntax.ts';
import type { LiteralValue } from '../sql/fragment.ts';
import type { ScriptSection, SectionText } from './script-section.ts';

/**
 * The syntax of a platform's statements. Without a dialect the core cannot render scripts; a platform that is not
 * driven by a language (an API of calls) has none.
 *
 * @example
 * ```ts
 * const dialect: Dialect = {
 *   language: 'Standard SQL',
 *   separator: ';',
 *   quoteIdentifier: (path) => path.map((name) => `"${name.replaceAll('"', '""')}"`).join('.'),
 *   quoteLiteral: (value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)),
 *   comment: (text) => `-- ${text}`,
 * };
 * ```
 */
export interface Dialect {
  /** The name for users and for syntax highlighting, such as `Amazon Redshift SQL`. */
  readonly language: string;
  /** The extension of a script's file name, without the dot. @default sql */
  readonly fileExtension?: string;
  /**
   * The separator after a statement in a script: `;`, or ` GO` on platforms with batches.
   */
  readonly separator: string;
  /** Quotes a name of one or more parts. Must be safe for every string without NUL. */
  quoteIdentifier(path: readonly string[]): string;
  /** Quotes a value. Must be safe for every string without NUL: the meaning of a backslash depends on the platform. */
  quoteLiteral(value: LiteralValue): string;
  /**
   * The form of commands in scripts, for platforms whose statements are lists of arguments: see `createCommandDialect`.
   * @default no statement is a command
   */
  readonly commands?: CommandSyntax;
  /** Writes a comment of one line. `text` contains no line breaks. */
  comment(text: string): string;
  /**
   * The instruction for writing a secret in place of a slot, for the header of a script. It ends the sentence "Replace
   * the slot with your secret, …". @default in single quotes
   */
  readonly slotInstruction?: string;
  /** The statement that makes `role` the acting role, if the platform has acting roles: text, or a command without slots. */
  switchRole?(role: string): string | Command;
  /** The directive with which a client changes to the connection of a stage; a comment by default. */
  switchStage?(stage: { readonly id: string; readonly database?: string | undefined }): string;
  /**
   * Writes the steps of one section of a script with their guards, so that the script is safe to run twice and does
   * not change foreign objects. Without it, the core prints the statements unchanged and comments out each drop or
   * alter of a principal or container, with a warning. A section's text must contain the exact canonical text of
   * every step.
   */
  renderSection?(section: ScriptSection): SectionText;
}
