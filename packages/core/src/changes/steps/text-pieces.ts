import type { Command, Dialect, FactSlot, SlotValues, Sql } from '@portcullis/plugin-api';
import { canonicalText, executableArguments, executableText } from '@portcullis/plugin-api';

/** A piece of a rendered statement: literal text, or a fact to fill in. */
export type TextPiece = string | Pick<FactSlot, 'name' | 'as'>;

/**
 * Returns the pieces of a statement with fact slots for the ledger, since a name may look like a slot; `null` if the text is
 * sufficient.
 */
export function piecesOf(statement: Sql, dialect: Dialect): readonly TextPiece[] | null {
  const slots = statement.parts.filter((part) => part.kind === 'slot');
  if (slots.length === 0 || slots.some(({ slot }) => slot.kind === 'secret')) return null;
  return statement.parts.map((part): TextPiece => {
    if (part.kind === 'text') return part.text;
    if (part.kind === 'identifier') return dialect.quoteIdentifier(part.path);
    if (part.kind === 'literal') return dialect.quoteLiteral(part.value);
    if (part.kind === 'command') return canonicalText(part.command, dialect);
    return part.slot.kind === 'fact' ? { name: part.slot.name, as: part.slot.as } : '';
  });
}

/**
 * Fills in the facts.
 *
 * @throws PortcullisError `SQL_UNSAFE` if a fact cannot be sent, TypeError without a dialect.
 */
export function fillPieces(pieces: readonly TextPiece[], values: SlotValues, dialect: Dialect | undefined): string {
  if (!dialect) throw new TypeError('A statement with fact slots needs the dialect that it was written in.');
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const slot = { kind: 'slot', slot: { kind: 'fact', ...piece } } as const;
      return executableText({ parts: [slot] } as unknown as Sql, dialect, values);
    })
    .join('');
}

/** Returns the arguments of a command for the ledger; `null` for a command with secrets, which it does not store. */
export function argumentPiecesOf(command: Command): readonly (readonly TextPiece[])[] | null {
  const arguments_ = command.arguments;
  if (arguments_.flat().some((piece) => typeof piece !== 'string' && piece.kind === 'secret')) return null;
  return arguments_.map((pieces) =>
    pieces.map((piece): TextPiece => {
      if (typeof piece === 'string') return piece;
      return piece.kind === 'fact' ? { name: piece.name, as: piece.as } : '';
    }),
  );
}

/**
 * Fills in the facts of arguments.
 *
 * @throws PortcullisError `SQL_UNSAFE` when a fact cannot be sent.
 */
export function fillArguments(pieces: readonly (readonly TextPiece[])[], values: SlotValues): readonly string[] {
  const filled = pieces.map((argument) =>
    argument.map((piece) => (typeof piece === 'string' ? piece : ({ kind: 'fact', ...piece } as const))),
  );
  return executableArguments({ arguments: filled }, values);
}
