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

/** Returns the canonical text of a step, as in plans and journals. */
export function stepText(step: Step, dialect: Dialect | undefined): string {
  if ('call' in step) {
    return `${step.call} ${JSON.stringify(fillReferences(step.input, (_kind, name) => slotText(name)))}`;
  }
  if (!dialect) throw new TypeError('A plugin with SQL steps needs a dialect.');
  return canonicalText(step.text, dialect);
}

/** Reads the values of the secret slots from the sent statement or the sent input of a call. */
export function readSlots(step: Step, revealed: string, dialect: Dialect | undefined): Record<string, FilledSlot> {
  if ('call' in step) return Object.fromEntries(readReferences(step.input, JSON.parse(revealed)));
  if (!dialect || !isSql(step.text)) return {};
  const slots = step.text.parts.flatMap((part) => (part.kind === 'slot' ? [part.slot] : []));
  const match = new RegExp(`^${patternOf(step.text, dialect)}$`, 's').exec(revealed);
  const filled: Record<string, FilledSlot> = {};
  for (const [index, slot] of slots.entries()) {
    const text = match?.[index + 1];
    if (slot.kind !== 'secret' || text === undefined) continue;
    filled[slot.name] = { text, quoted: true, encoded: slot.encode !== undefined };
  }
  return filled;
}

/**
 * Fills the secret slots of a step, like an administrator who edits a script. For a call it returns the input, as
 * sessions send it.
 */
export function fillSlots(step: Step, secrets: Readonly<Record<string, string>>, dialect: Dialect | undefined): string {
  if ('call' in step) {
    return JSON.stringify(
      fillReferences(step.input, (kind, name) => (kind === '$secret' ? secrets[name] : undefined) ?? slotText(name)),
    );
  }
  const text = stepText(step, dialect);
  return Object.entries(secrets).reduce(
    (filled, [name, secret]) => filled.replaceAll(slotText(name), () => dialect?.quoteLiteral(secret) ?? secret),
    text,
  );
}

const REFERENCES = ['$secret', '$fact', '$output'] as const;
type Reference = readonly [kind: (typeof REFERENCES)[number], name: string];

function referenceIn(value: object): Reference | undefined {
  const [only, ...others] = Object.entries(value);
  const kind = REFERENCES.find((each) => each === only?.[0]);
  return kind && others.length === 0 && typeof only?.[1] === 'string' ? [kind, only[1]] : undefined;
}

/** Returns the input of a call with its references replaced. */
function fillReferences(value: CallValue, fill: (...reference: Reference) => string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => fillReferences(each, fill));
  const reference = referenceIn(value);
  if (reference) return fill(...reference);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillReferences(each, fill)]));
}

/** Returns the secrets of an input, from the same paths of the sent one. */
function readReferences(value: CallValue, sent: unknown): readonly (readonly [string, FilledSlot])[] {
  if (typeof value !== 'object' || value === null) return [];
  const [kind, name = ''] = referenceIn(value) ?? [];
  if (kind === '$secret') return [[name, { text: String(sent), quoted: false, encoded: false }]];
  if (typeof sent !== 'object' || sent === null) return [];
  const places: Readonly<Record<string, unknown>> = { ...sent };
  return Object.entries(value).flatMap(([key, each]) => readReferences(each, places[key]));
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
