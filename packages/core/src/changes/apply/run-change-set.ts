import type { FailureClassification } from '@portcullis/plugin-api';
import type { Change } from '../plan/change-set.ts';
import { dropPrecedes } from '../plan/drop-precedes.ts';
import type { AppliedChange, ChangeResult } from './applied-change.ts';
import { applyChange } from './apply-changes.ts';
import type { ExecutionContext } from './execution-context.ts';
import { undo } from './revert-change.ts';

/** The change at which a run stopped. */
export interface RunFailure {
  readonly change: Change;
  readonly failure: FailureClassification;
  /** The text of the statement that failed; absent where none was sent. */
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
 * Applies changes in order. At the first failure it stops and undoes exactly what this run made, in reverse; what cannot be
 * undone stays in the ledger and is named.
 *
 * @param applied - collects what was changed, so that a later stage of the same operation can undo it too.
 * @throws the signal's reason when the process is being stopped: then nothing is undone, the journal says what was done.
 */
export async function runChangeSet(
  changes: readonly Change[],
  context: ExecutionContext,
  applied: AppliedChange[] = [],
): Promise<RunResult> {
  const notes: string[] = [];
  for (const each of changes) {
    context.signal.throwIfAborted();
    const { appliedChange, note, failure, statement } = await applyChange(each, context);
    if (appliedChange) applied.push(appliedChange);
    if (note) notes.push(note);
    if (failure) {
      context.signal.throwIfAborted();
      return { failure: runFailure(each, failure, statement), notes, leftovers: await undo(applied, context) };
    }
  }
  return { notes, leftovers: [] };
}

const STOPPED: FailureClassification = { class: 'internal', message: 'The process was stopped before this step.' };

/**
 * Applies drops. A failure does not stop the others, since nothing can be put back; but what must wait for something that is
 * still there is left for the next attempt. Never rejects for the platform's reasons or because the process is being stopped.
 */
export async function runDrops(changes: readonly Change[], context: ExecutionContext): Promise<RunResult> {
  const notes: string[] = [];
  const leftovers: string[] = [];
  const left = new Set<string>();
  let first: RunResult['failure'];
  for (const each of changes) {
    const { key, kind, name } = each.object;
    const blocker = changes.find((other) => left.has(other.object.key) && dropPrecedes(other, each));
    if (blocker) {
      left.add(key);
      leftovers.push(`${kind} ${name}`);
      continue;
    }
    const { note, failure, statement }: ChangeResult = context.signal.aborted
      ? { failure: STOPPED }
      : await applyChange(each, context);
    if (note) notes.push(note);
    if (failure) {
      first ??= runFailure(each, failure, statement);
      left.add(key);
      leftovers.push(`${kind} ${name}`);
    }
  }
  return { ...(first ? { failure: first } : {}), notes, leftovers };
}

function runFailure(change: Change, failure: FailureClassification, statement: string | undefined): RunFailure {
  return { change, failure, ...(statement === undefined ? {} : { statement }) };
}
