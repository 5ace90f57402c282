import {
  type CallValue,
  canonicalText,
  type Dialect,
  isSql,
  type Sql,
  type Step,
  slotText,
} from '@portcullis/plugin-api';
import type { FilledSlot } from './catalogue.ts';

/** The canonical text of a step, as the library writes it into plans and journals. */
export function stepText(step: Step, dialect: Dialect | undefined): string {
  if ('call' in step) return `${step.call} ${JSON.stringify(showReferences(step.input))}`;
  if (!dialect) throw new TypeError('A plugin with SQL steps needs a dialect.');
  return canonicalText(step.text, dialect);
}

/** A call's references as slots. */
function showReferences(value: CallValue): unknown {
  if (Array.isArray(value)) return value.map(showReferences);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [only] = entries;
  if (
    only &&
    entries.length === 1 &&
    ['$secret', '$fact', '$output'].includes(only[0]) &&
    typeof only[1] === 'string'
  ) {
    return slotText(only[1]);
  }
  return Object.fromEntries(entries.map(([key, each]) => [key, showReferences(each)]));
}

/** Reads back from the text that was sent what the secret slots of a statement were filled with. */
export function readSlots(step: Step, revealed: string, dialect: Dialect | undefined): Record<string, FilledSlot> {
  if ('call' in step || !dialect || !isSql(step.text)) return {};
  const slots = step.text.parts.flatMap((part) => (part.kind === 'slot' ? [part.slot] : []));
  const match = new RegExp(`^${patternOf(step.text, dialect)}$`, 's').exec(revealed);
  const filled: Record<string, FilledSlot> = {};
  for (const [index, slot] of slots.entries()) {
    const text = match?.[index + 1];
    if (slot.kind === 'secret' && text !== undefined) filled[slot.name] = { text, encoded: slot.encode !== undefined };
  }
  return filled;
}

/** Fills the secret slots of a statement as a person does who edits a script. */
export function fillSlots(step: Step, secrets: Readonly<Record<string, string>>, dialect: Dialect): string {
  const text = stepText(step, dialect);
  return Object.entries(secrets).reduce(
    (filled, [name, secret]) => filled.replaceAll(slotText(name), () => dialect.quoteLiteral(secret)),
    text,
  );
}

function patternOf(statement: Sql, dialect: Dialect): string {
  const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return statement.parts
    .map((part) => {
      if (part.kind === 'slot') return '(.*?)';
      if (part.kind === 'text') return literally(part.text);
      return literally(
        part.kind === 'identifier' ? dialect.quoteIdentifier(part.path) : dialect.quoteLiteral(part.value),
      );
    })
    .join('');
}
