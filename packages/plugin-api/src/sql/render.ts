import { type Command, isCommand } from '../command/command.ts';
import { commandText } from '../command/render-command.ts';
import type { Dialect } from '../platform/dialect.ts';
import type { Sql, SqlPart } from './fragment.ts';
import { type FactSlot, type SecretSlot, type SlotContext, slotText } from './slots.ts';
import { checkName } from './text-rules.ts';

/** A statement of a platform: text of the `sql` template, or a list of arguments of `command()`. */
export type Statement = Sql | Command;

/** The parts of a dialect that the text of a statement uses. */
export type Quoting = Pick<Dialect, 'quoteIdentifier' | 'quoteLiteral' | 'commands'>;

/** The values that fill slots when a statement is executed. */
export interface SlotValues {
  /**
   * Returns the secret of a slot in clear text. @throws if it is unknown: a statement must never run with an empty
   * slot.
   */
  secret(name: string): string;
  /** Returns the fact of a slot. @throws if it is unknown. */
  fact(name: string): string;
  /** Returns the salt of a slot, see {@link SlotContext}. */
  context(name: string): SlotContext;
}

/**
 * Returns the canonical text: names and values quoted, slots shown as `{{name}}`. Plan, script and journal contain
 * this text, and the execution differs from it only in its filled slots.
 *
 * @throws TypeError for a command if the dialect does not declare `commands`.
 */
export function canonicalText(statement: Statement, dialect: Quoting): string {
  if (isCommand(statement)) return printed(statement, dialect);
  let text = '';
  for (const part of statement.parts) text += renderPart(part, dialect);
  return text;
}

/**
 * Returns the text to send to the platform: the canonical text with its slots filled. It may contain secrets in clear
 * text: pass it to the driver immediately and do not store it.
 *
 * It is made from the statement, never from the canonical text: a name may look like a slot.
 *
 * @throws PortcullisError `SQL_UNSAFE` when a slot's value is empty or cannot be sent. The message names only the slot.
 */
export function executableText(statement: Sql, dialect: Quoting, values: SlotValues): string {
  return statement.parts
    .map((part) => (part.kind === 'slot' ? fillSlot(part, dialect, values) : renderPart(part, dialect)))
    .join('');
}

/** Returns the names of the secret slots of a statement, in order of appearance. */
export function secretSlotsOf(statement: Statement): readonly string[] {
  const names = slotsOf(statement).flatMap((slot) => (slot.kind === 'secret' ? [slot.name] : []));
  return [...new Set(names)];
}

/** Returns the slots of a statement, in order of appearance. */
export function slotsOf(statement: Statement): readonly (SecretSlot | FactSlot)[] {
  if (isCommand(statement)) {
    return statement.arguments.flat().filter((piece) => typeof piece !== 'string');
  }
  return statement.parts.flatMap((part) => (part.kind === 'slot' ? [part.slot] : []));
}

function renderPart(part: SqlPart, dialect: Quoting): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'identifier':
      return dialect.quoteIdentifier(part.path);
    case 'literal':
      return dialect.quoteLiteral(part.value);
    case 'slot':
      return slotText(part.slot.name);
    case 'command':
      return printed(part.command, dialect);
  }
}

function printed(command: Command, { commands }: Quoting): string {
  if (!commands) throw new TypeError('A statement is a command, and the dialect has no `commands`.');
  return commandText(command, commands);
}

function fillSlot(part: Extract<SqlPart, { kind: 'slot' }>, dialect: Quoting, values: SlotValues): string {
  const { slot } = part;
  const what = `The ${slot.kind} for the slot "${slot.name}"`;
  if (slot.kind === 'fact') {
    const fact = values.fact(slot.name);
    checkName(fact, what);
    return slot.as === 'identifier' ? dialect.quoteIdentifier([fact]) : dialect.quoteLiteral(fact);
  }
  const secret = values.secret(slot.name);
  checkName(secret, what);
  const filling = slot.encode ? slot.encode(secret, values.context(slot.name)) : secret;
  checkName(filling, what);
  return dialect.quoteLiteral(filling);
}
