import type {
  Actor,
  AnyPluginDefinition,
  CallStep,
  CallValue,
  Dialect,
  ExecutableOperation,
  FailureClass,
  SlotValues,
  Step,
} from '@portcullis/plugin-api';
import { canonicalText, executableArguments, executableText, isCommand, secretSlotsOf } from '@portcullis/plugin-api';
import { callOperation, callText, secretsIn } from './call-step.ts';
import { argumentPiecesOf, fillArguments, fillPieces, piecesOf, type TextPiece } from './text-pieces.ts';

/** A rendered step in the ledger, with its stage and role and without secrets. */
export interface StoredStep {
  /** The canonical text. */
  readonly text: string;
  readonly stage: string;
  readonly actor: Actor;
  readonly role: string | null;
  readonly alone: boolean;
  readonly engine: string | null;
  /** Failure classes that mean that the desired state is reached. */
  readonly succeedOn: readonly FailureClass[];
  /** Additional failure classes after which the step is retried. */
  readonly retryOn: readonly FailureClass[];
  /** The state to wait for after it, on platforms that are eventually consistent. */
  readonly waitUntil: NonNullable<CallStep['waitUntil']> | null;
  /** The text in pieces if it has facts to fill in, since a name may look like a slot. */
  readonly pieces: readonly TextPiece[] | null;
  /** The arguments of a command, with facts to fill in. Absent from entries of versions without commands. */
  readonly command?: readonly (readonly TextPiece[])[] | null;
  /** Set for calls of an API. */
  readonly call: { readonly name: string; readonly input: Readonly<Record<string, CallValue>> } | null;
}

/** A step that can also be executed with its slots filled. */
export interface RenderedStep extends StoredStep {
  readonly secretSlots: readonly string[];
  /** True if it only prepares the step that creates its object. */
  readonly prepares: boolean;
  /** @param dialect - the quoting of facts. */
  operation(values: SlotValues, dialect?: Dialect): ExecutableOperation;
}

/** The stage and the account of an object's step. */
export interface StepPlace {
  readonly stage: string;
  readonly actor: Actor;
  readonly role: string | undefined;
}

/** Renders a step of a managed object into the single text for plan, script, journal and execution. */
export function renderStep(definition: AnyPluginDefinition, step: Step, place: StepPlace): RenderedStep {
  const common = {
    stage: place.stage,
    actor: place.actor,
    role: step.role ?? place.role ?? null,
    engine: step.engine ?? null,
    succeedOn: step.succeedOn ?? [],
    prepares: step.prepares ?? false,
    retryOn: 'call' in step ? (step.retryOn ?? []) : [],
    waitUntil: 'call' in step ? (step.waitUntil ?? null) : null,
  };
  if ('call' in step) {
    const call = { name: step.call, input: step.input };
    return {
      ...common,
      text: callText(call),
      alone: true,
      call,
      pieces: null,
      secretSlots: secretsIn(step.input),
      operation: (values) => callOperation(call, values),
    };
  }
  const { dialect } = definition;
  if (!dialect) throw new TypeError(`Plugin ${definition.type} has statements and no dialect.`);
  const statement = step.text;
  const text = canonicalText(statement, dialect);
  const stated = { ...common, text, alone: step.alone ?? false, call: null, secretSlots: secretSlotsOf(statement) };
  if (isCommand(statement)) {
    return {
      ...stated,
      pieces: null,
      command: argumentPiecesOf(statement),
      operation: (values) => ({ kind: 'command', text, reveal: () => executableArguments(statement, values) }),
    };
  }
  return {
    ...stated,
    pieces: piecesOf(statement, dialect),
    operation: (values) => ({ kind: 'statement', text, reveal: () => executableText(statement, dialect, values) }),
  };
}

/** Makes a stored step executable again. Steps in the ledger have no secret slots, but facts and outputs. */
export function reviveStep(stored: StoredStep): RenderedStep {
  const { call, command, text, pieces } = stored;
  return {
    ...stored,
    secretSlots: [],
    prepares: false,
    operation(values, dialect) {
      if (call) return callOperation(call, values);
      if (command) return { kind: 'command', text, reveal: () => fillArguments(command, values) };
      return { kind: 'statement', text, reveal: () => (pieces ? fillPieces(pieces, values, dialect) : text) };
    },
  };
}

/** Returns the part of a rendered step that the ledger stores. */
export function toStoredStep({
  secretSlots: _slots,
  prepares: _prepares,
  operation: _operation,
  ...stored
}: RenderedStep): StoredStep {
  return stored;
}
