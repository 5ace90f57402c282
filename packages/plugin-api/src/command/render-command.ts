import { type SlotContext, slotText } from '../sql/slots.ts';
import { checkName } from '../sql/text-rules.ts';
import type { ArgumentPiece, Command } from './command.ts';
import type { CommandSyntax } from './command-syntax.ts';

/** The values of the slots of a command. */
export interface ArgumentValues {
  secret(name: string): string;
  fact(name: string): string;
  context(name: string): SlotContext;
}

/** Prints a command as one line of a script, slots shown as `{{name}}`. */
export function commandText(command: Command, { program = [], quote }: CommandSyntax): string {
  const shown = command.arguments.map((pieces) =>
    pieces.map((piece) => (typeof piece === 'string' ? piece : slotText(piece.name))).join(''),
  );
  return [...program, ...shown].map((argument) => quote(argument)).join(' ');
}

/**
 * Returns the arguments to send: those of the command with their slots filled. They may contain secrets in clear text.
 *
 * @throws PortcullisError `SQL_UNSAFE` when a slot's value is empty or cannot be sent. The message names only the slot.
 */
export function executableArguments(command: Pick<Command, 'arguments'>, values: ArgumentValues): readonly string[] {
  return command.arguments.map((pieces) => pieces.map((piece) => fill(piece, values)).join(''));
}

function fill(piece: ArgumentPiece, values: ArgumentValues): string {
  if (typeof piece === 'string') return piece;
  const what = `The ${piece.kind} for the slot "${piece.name}"`;
  const value = piece.kind === 'fact' ? values.fact(piece.name) : values.secret(piece.name);
  checkName(value, what);
  if (piece.kind === 'fact' || !piece.encode) return value;
  const encoded = piece.encode(value, values.context(piece.name));
  checkName(encoded, what);
  return encoded;
}
