import { type CallValue, canonicalText, type Dialect, isCommand, type Step, slotText } from '@portcullis/plugin-api';
import type { FilledSlot } from './catalogue.ts';
import { argumentsInScript, slotsOfCommand, slotsOfText } from './sent-slots.ts';

/** Returns the canonical text of a step, as in plans and journals. */
export function stepText(step: Step, dialect: Dialect | undefined): string {
  if ('call' in step) {
    return `${step.call} ${JSON.stringify(fillReferences(step.input, (_kind, name) => slotText(name)))}`;
  }
  if (!dialect) throw new TypeError('A plugin with statements needs a dialect.');
  return canonicalText(step.text, dialect);
}

/** Reads the values of the secret slots from the sent statement or the sent input of a call. */
export function readSlots(step: Step, revealed: string, dialect: Dialect | undefined): Record<string, FilledSlot> {
  if ('call' in step) return Object.fromEntries(readReferences(step.input, JSON.parse(revealed)));
  if (isCommand(step.text)) return slotsOfCommand(step.text, JSON.parse(revealed));
  return dialect ? slotsOfText(step.text, revealed, dialect) : {};
}

/**
 * Fills the secret slots of a step, like an administrator who edits a script. For a call or a command it returns what
 * sessions send, as JSON.
 */
export function fillSlots(step: Step, secrets: Readonly<Record<string, string>>, dialect: Dialect | undefined): string {
  if ('call' in step) {
    return JSON.stringify(
      fillReferences(step.input, (kind, name) => (kind === '$secret' ? secrets[name] : undefined) ?? slotText(name)),
    );
  }
  const text = stepText(step, dialect);
  if (dialect?.commands && isCommand(step.text)) {
    return JSON.stringify(argumentsInScript(text, secrets, dialect.commands));
  }
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
