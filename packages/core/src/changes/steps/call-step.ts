import type { CallValue, ExecutableOperation, SlotValues } from '@portcullis/plugin-api';
import { slotText } from '@portcullis/plugin-api';

/** A call of a platform's API in the ledger. */
export interface StoredCall {
  readonly name: string;
  readonly input: Readonly<Record<string, CallValue>>;
}

/** Returns the canonical text of a call: its name and its input as JSON, with references as slots. */
export function callText({ name, input }: StoredCall): string {
  return `${name} ${JSON.stringify(resolve(input, (_kind, reference) => slotText(reference)))}`;
}

/** Returns a call to execute. Outputs of earlier calls are facts named `objectKey.name`. */
export function callOperation(call: StoredCall, values: SlotValues): ExecutableOperation {
  return {
    kind: 'call',
    text: callText(call),
    call: call.name,
    reveal: () =>
      resolve(call.input, (kind, reference) =>
        kind === '$secret' ? values.secret(reference) : values.fact(reference),
      ) as Record<string, unknown>,
  };
}

/** Returns the secret slots of a call's input. */
export function secretsIn(input: CallValue): readonly string[] {
  const names: string[] = [];
  resolve(input, (kind, reference) => (kind === '$secret' ? names.push(reference) : undefined));
  return names;
}

type Reference = '$secret' | '$fact' | '$output';

function resolve(value: CallValue, fill: (kind: Reference, reference: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, fill));
  if (typeof value !== 'object' || value === null) return value;
  const reference = referenceIn(value as Readonly<Record<string, CallValue>>);
  if (reference) return fill(...reference);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item, fill)]));
}

function referenceIn(value: Readonly<Record<string, CallValue>>): [Reference, string] | undefined {
  for (const kind of ['$secret', '$fact', '$output'] as const) {
    const name = value[kind];
    if (typeof name === 'string' && Object.keys(value).length === 1) return [kind, name];
  }
  return undefined;
}
