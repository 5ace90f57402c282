import type {
  Actor,
  AnyPluginDefinition,
  CallValue,
  ExecutableOperation,
  FailureClass,
  SlotValues,
  Step,
} from '@portcullis/plugin-api';
import { canonicalText, executableText, secretSlotsOf, slotText } from '@portcullis/plugin-api';

/** A step as the ledger keeps it: rendered, with where and as whom it runs. Holds no secrets. */
export interface StoredStep {
  /** The canonical text. */
  readonly text: string;
  readonly stage: string;
  readonly actor: Actor;
  readonly role: string | null;
  readonly alone: boolean;
  readonly engine: string | null;
  /** Failure classes that mean the wish is fulfilled anyway. */
  readonly doneOn: readonly FailureClass[];
  /** Set for calls of an API. */
  readonly call: { readonly name: string; readonly input: Readonly<Record<string, CallValue>> } | null;
}

/** A step that can also be executed with its slots filled. */
export interface RenderedStep extends StoredStep {
  readonly secretSlots: readonly string[];
  operation(values: SlotValues): ExecutableOperation;
}

/** Where and as whom an object's step runs. */
export interface StepPlace {
  readonly stage: string;
  readonly actor: Actor;
  readonly role: string | undefined;
}

/** Renders a step of a managed object: from here on there is one text for plan, script, journal and execution. */
export function renderStep(definition: AnyPluginDefinition, step: Step, place: StepPlace): RenderedStep {
  const common = {
    stage: place.stage,
    actor: place.actor,
    role: step.as ?? place.role ?? null,
    engine: step.engine ?? null,
    doneOn: step.doneOn ?? [],
  };
  if ('call' in step) {
    const call = { name: step.call, input: step.input };
    return {
      ...common,
      text: callText(call),
      alone: true,
      call,
      secretSlots: slotsIn(step.input),
      operation: (values) => callOperation(call, values),
    };
  }
  const { dialect } = definition;
  if (!dialect) throw new TypeError(`Plugin ${definition.type} has SQL steps and no dialect.`);
  const text = canonicalText(step.text, dialect);
  return {
    ...common,
    text,
    alone: step.alone ?? false,
    call: null,
    secretSlots: secretSlotsOf(step.text),
    operation: (values) => ({ kind: 'statement', text, reveal: () => executableText(step.text, dialect, values) }),
  };
}

/** Makes a stored step executable again. What the ledger keeps has no slots to fill but facts of calls. */
export function reviveStep(stored: StoredStep): RenderedStep {
  const { call, text } = stored;
  return {
    ...stored,
    secretSlots: [],
    operation: (values) => (call ? callOperation(call, values) : { kind: 'statement', text, reveal: () => text }),
  };
}

/** The part of a rendered step that the ledger keeps. */
export function toStoredStep({ text, stage, actor, role, alone, engine, doneOn, call }: RenderedStep): StoredStep {
  return { text, stage, actor, role, alone, engine, doneOn, call };
}

interface Call {
  readonly name: string;
  readonly input: Readonly<Record<string, CallValue>>;
}

function callText({ name, input }: Call): string {
  return `${name} ${JSON.stringify(resolve(input, (_kind, reference) => slotText(reference)))}`;
}

function callOperation(call: Call, values: SlotValues): ExecutableOperation {
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

type Reference = '$secret' | '$fact' | '$output';

function resolve(value: CallValue, fill: (kind: Reference, reference: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => resolve(each, fill));
  if (typeof value !== 'object' || value === null) return value;
  const reference = referenceIn(value as Readonly<Record<string, CallValue>>);
  if (reference) return fill(...reference);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, fill)]));
}

function referenceIn(value: Readonly<Record<string, CallValue>>): [Reference, string] | undefined {
  for (const kind of ['$secret', '$fact', '$output'] as const) {
    const name = value[kind];
    if (typeof name === 'string' && Object.keys(value).length === 1) return [kind, name];
  }
  return undefined;
}

function slotsIn(input: CallValue): readonly string[] {
  const names: string[] = [];
  resolve(input, (kind, reference) => (kind === '$secret' ? names.push(reference) : undefined));
  return names;
}
