import type { FactSlot, SecretSlot } from '../sql/slots.ts';
import { checkText, unsafe } from '../sql/text-rules.ts';

declare const commandBrand: unique symbol;

/** A slot as `secretSlot()` and `factSlot()` return it. */
export interface SlotFragment {
  readonly parts: readonly [{ readonly kind: 'slot'; readonly slot: SecretSlot | FactSlot }];
}

/** One argument of a command: a text, a slot, or both in a row. */
export type CommandArgument = string | SlotFragment | readonly (string | SlotFragment)[];

/** A part of an argument: text, or a slot that is filled at execution. */
export type ArgumentPiece = string | SecretSlot | FactSlot;

/**
 * A statement of a command protocol, such as that of Redis: a list of arguments. The session gets the list; the
 * `commands` of the dialect print it in plans and scripts. Made by {@link command}.
 */
export interface Command {
  readonly [commandBrand]: true;
  /** The pieces of each argument. */
  readonly arguments: readonly (readonly ArgumentPiece[])[];
}

const MARKER = Symbol.for('portcullis.command');

/**
 * Makes a statement from arguments. Do not quote them: they reach the platform unchanged. An array is one argument that
 * combines text and slots.
 *
 * @example
 * ```ts
 * { text: command('ACL', 'SETUSER', user, 'on', ['>', secretSlot('servicePassword')]) }
 * ```
 * @throws PortcullisError `SQL_UNSAFE` for text with a NUL character or a lone surrogate, and for values that are
 * neither text nor slots, from JavaScript.
 */
export function command(...commandArguments: readonly [string, ...CommandArgument[]]): Command {
  if (commandArguments.length === 0) throw unsafe('A command needs at least one argument.');
  const pieces = commandArguments.map((argument) => Object.freeze(piecesOf(argument)));
  return Object.freeze({ arguments: Object.freeze(pieces), [MARKER]: true }) as unknown as Command;
}

/** Returns whether `value` was made by {@link command}, in this or another copy of the package. */
export function isCommand(value: unknown): value is Command {
  return typeof value === 'object' && value !== null && MARKER in value;
}

function piecesOf(argument: CommandArgument): ArgumentPiece[] {
  const parts: readonly (string | SlotFragment)[] = isList(argument) ? argument : [argument];
  return parts.map((part) => {
    if (typeof part === 'string') {
      checkText(part, 'An argument of a command');
      return part;
    }
    const [only, ...others] = part?.parts ?? [];
    if (only?.kind !== 'slot' || others.length > 0) {
      throw unsafe('An argument of a command must be text, a slot, or an array of both.');
    }
    return only.slot;
  });
}

function isList(argument: CommandArgument): argument is readonly (string | SlotFragment)[] {
  return Array.isArray(argument);
}
