import {
  type Command,
  type CommandSyntax,
  canonicalText,
  type Dialect,
  type FactSlot,
  type SecretSlot,
  type Sql,
  slotsOf,
  slotText,
} from '@portcullis/plugin-api';
import type { FilledSlot } from './catalogue.ts';

type Slots = readonly (SecretSlot | FactSlot)[];
type FilledSlots = Record<string, FilledSlot>;

/** Reads the values of the secret slots from the text that was sent. */
export function slotsOfText(statement: Sql, sent: string, dialect: Dialect): FilledSlots {
  const pattern = statement.parts.map((part) => {
    if (part.kind === 'slot') return SLOT;
    return literally(canonicalText({ ...statement, parts: [part] }, dialect));
  });
  return filledIn(slotsOf(statement), pattern, sent, true);
}

/** Reads the values of the secret slots from the arguments that were sent. */
export function slotsOfCommand(command: Command, sent: readonly string[]): FilledSlots {
  const filled = command.arguments.map((pieces, index) => {
    const pattern = pieces.map((piece) => (typeof piece === 'string' ? literally(piece) : SLOT));
    const slots = pieces.filter((piece) => typeof piece !== 'string');
    return filledIn(slots, pattern, sent[index] ?? '', false);
  });
  return Object.assign({}, ...filled);
}

/**
 * Returns the arguments that the client of the platform reads from a printed command, after an administrator has replaced its
 * slots by secrets, in the form that the syntax requires.
 */
export function argumentsInScript(
  text: string,
  secrets: Readonly<Record<string, string>>,
  { quote, read }: CommandSyntax,
): readonly string[] {
  const filled = Object.entries(secrets).reduce(
    (line, [name, secret]) => line.replaceAll(slotText(name), () => insideQuotes(secret, quote)),
    text,
  );
  return read(filled);
}

/**
 * Returns the form of a secret inside the quotes of a slot. A text with braces is quoted like a slot, so the result is
 * the part between its quotes.
 */
export function insideQuotes(secret: string, quote: CommandSyntax['quote']): string {
  const quoted = quote(`{{${secret}}}`);
  return quoted.slice(quoted.indexOf('{{') + 2, quoted.lastIndexOf('}}'));
}

const SLOT = '(.*?)';

function filledIn(slots: Slots, pattern: readonly string[], sent: string, quoted: boolean): FilledSlots {
  const match = new RegExp(`^${pattern.join('')}$`, 's').exec(sent);
  const filled: FilledSlots = {};
  for (const [index, slot] of slots.entries()) {
    const text = match?.[index + 1];
    if (slot.kind !== 'secret' || text === undefined) continue;
    filled[slot.name] = { text, quoted, encoded: slot.encode !== undefined };
  }
  return filled;
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
