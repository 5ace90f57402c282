import type { Actor, Dialect, OperationChange, OperationResult } from '@portcullis/plugin-api';
import { applyEffect, chooseEffect } from './apply-effect.ts';
import type { FaultEffect } from './faults.ts';
import type { PlatformState } from './platform-state.ts';
import type { RecordedStatement } from './recorded-statement.ts';
import { SimulatedFailure } from './simulated-failure.ts';
import { readSlots } from './step-text.ts';

/** A statement to execute. */
export interface SentStatement {
  readonly server: string;
  readonly identity: string;
  readonly actor: Actor;
  readonly stage: string;
  readonly role: string | null;
  readonly text: string;
  readonly revealed: string;
  readonly dialect: Dialect | undefined;
  readonly signal: AbortSignal;
  /** The change that the library assigns it to; absent if an administrator runs it. */
  readonly change?: OperationChange | undefined;
}

/** Executes one statement: records it, applies faults, changes the catalogue. */
export async function executeStatement(state: PlatformState, sent: SentStatement): Promise<OperationResult> {
  const { server, actor, stage, role, text, revealed, signal } = sent;
  const number = state.statements.length + 1;
  const record = (outcome: RecordedStatement['outcome']): RecordedStatement => {
    const statement = { number, actor, stage, role, server, text, revealed, outcome, change: sent.change ?? null };
    state.statements[number - 1] = statement;
    return statement;
  };
  const running = record('running');
  await callHooks(state, 'before', running);
  const fault = state.faults.take(running);
  try {
    if (fault && 'fail' in fault)
      throw new SimulatedFailure(fault.fail, fault.message ?? 'An injected failure.', fault.code);
    const result = skips(fault) ? {} : apply(state, sent);
    if (!fault) {
      await callHooks(state, 'after', record('done'));
      return result;
    }
  } catch (error) {
    await callHooks(state, 'after', record('failed'));
    throw error instanceof SimulatedFailure ? quoting(sent, error.failureClass, error.message, error.code) : error;
  }
  await callHooks(state, 'after', record('lost'));
  if ('hang' in fault) await untilAborted(signal);
  throw quoting(sent, 'network', 'The connection was lost.', 'ECONNRESET');
}

/** Waits until the caller aborts, and rejects with the caller's reason. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

function apply(
  state: PlatformState,
  { identity, text, revealed, dialect, stage, change }: SentStatement,
): OperationResult {
  const { catalogue, vocabulary } = state;
  if (vocabulary.finishes(identity, text)) return {};
  const progress = JSON.stringify([identity, change?.action, change?.objectKey]);
  const previous = state.previous.get(progress);
  const effect = chooseEffect(vocabulary.effectsOf(identity, text, change), catalogue, previous);
  if (!effect) throw new SimulatedFailure('invalid-input', 'No plugin on this platform has such a statement.');
  const isInUse = (address: string): boolean =>
    [...state.sessions].some(
      (each) => each.stage !== stage && vocabulary.containersOf(each.identity, each.stage).includes(address),
    );
  const result = applyEffect(effect, { catalogue, secrets: readSlots(effect.step, revealed, dialect), isInUse });
  state.previous.set(progress, effect);
  return result;
}

function skips(fault: FaultEffect | undefined): boolean {
  if (!fault || 'fail' in fault) return false;
  return ('hang' in fault ? fault.hang : fault.loseReply) === 'not-applied';
}

/** Returns a driver's error that contains the statement. */
function quoting(
  { revealed }: SentStatement,
  ...[failureClass, message, code]: ConstructorParameters<typeof SimulatedFailure>
) {
  return new SimulatedFailure(failureClass, `${message} (statement: ${revealed})`, code);
}

async function callHooks(state: PlatformState, when: 'before' | 'after', statement: RecordedStatement): Promise<void> {
  for (const listener of state.listeners) await listener({ when, statement });
}
