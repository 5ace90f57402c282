import type { FailureClassification } from '@portcullis/plugin-api';
import type { Change } from '../plan/change-set.ts';
import { dropPrecedes } from '../plan/drop-precedes.ts';
import type { AppliedChange, ChangeResult } from './applied-change.ts';
import { applyChange } from './apply-change.ts';
import type { ExecutionContext } from './execution-context.ts';
import { revertChanges } from './revert-change.ts';

/** The change at which a run stopped. */
export interface RunFailure {
  readonly change: Change;
  readonly failure: FailureClassification;
  /** The text of the failed statement; absent if none was sent. */
  readonly statement?: string;
}

/** The result of running a change set. */
export interface RunResult {
  readonly failure?: RunFailure;
  /** Notes for readers: objects that were not changed or existed already. */
  readonly notes: readonly string[];
  /** Objects that could not be reverted or dropped: they are still on the platform and in the ledger. */
  readonly leftovers: readonly string[];
}

/**
 * Applies changes in order. At the first failure, it stops and reverts exactly the changes of this run, in reverse order; objects
 * that cannot be reverted stay in the ledger and are named.
 *
 * @param applied - collects the applied changes, so that a later stage of the same operation can revert them too.
 * @throws the signal's reason when the process is being stopped; then nothing is reverted, and the journal has the executed
 * statements.
 */
export async function runChangeSet(
  changes: readonly Change[],
  context: ExecutionContext,
  applied: AppliedChange[] = [],
): Promise<RunResult> {
  const notes: string[] = [];
  for (const change of changes) {
    context.signal.throwIfAborted();
    const { appliedChange, note, failure, statement } = await applyChange(change, context);
    if (appliedChange) applied.push(appliedChange);
    if (note) notes.push(note);
    if (failure) {
      context.signal.throwIfAborted();
      return {
        failure: runFailure(change, failure, statement),
        notes,
        leftovers: await revertChanges(applied, context),
      };
    }
  }
  return { notes, leftovers: [] };
}

const STOPPED: FailureClassification = { class: 'internal', message: 'The process was stopped before this step.' };

/**
 * Applies drops. A failure does not stop the others, since drops cannot be reverted; those that must wait for a remaining object
 * are left for the next attempt. Never rejects because of the platform or because the process is being stopped.
 */
export async function runDrops(changes: readonly Change[], context: ExecutionContext): Promise<RunResult> {
  const notes: string[] = [];
  const leftovers: string[] = [];
  const left = new Set<string>();
  let first: RunResult['failure'];
  for (const change of changes) {
    const { key, kind, name } = change.object;
    const blocker = changes.find((other) => left.has(other.object.key) && dropPrecedes(other, change));
    if (blocker) {
      left.add(key);
      leftovers.push(`${kind} ${name}`);
      continue;
    }
    const { note, failure, statement }: ChangeResult = context.signal.aborted
      ? { failure: STOPPED }
      : await applyChange(change, context);
    if (note) notes.push(note);
    if (failure) {
      first ??= runFailure(change, failure, statement);
      left.add(key);
      leftovers.push(`${kind} ${name}`);
    }
  }
  return { ...(first ? { failure: first } : {}), notes, leftovers };
}

function runFailure(change: Change, failure: FailureClassification, statement: string | undefined): RunFailure {
  return { change, failure, ...(statement === undefined ? {} : { statement }) };
}
