import type { StoreOperations } from '../../ports/store/store.ts';
import type { LedgerEntry, ObjectOrigin } from '../ledger/ledger-entry.ts';
import {
  finishEntry,
  forgetObject,
  keepFormerEntry,
  keepOutputs,
  markBegun,
  notePlatformId,
  recordObject,
  restoreEntry,
} from '../ledger/write-ledger.ts';
import type { Change } from '../plan/change-set.ts';
import type { AppliedChange, ChangeResult } from './applied-change.ts';
import { closeStageSessions } from './close-stage-sessions.ts';
import { dropWhenEmpty } from './drop-when-empty.ts';
import { executeStep, type StepResult } from './execute-step.ts';
import type { ExecutionContext } from './execution-context.ts';
import type { JournalIntent } from './journal.ts';
import { waitUntilObserved } from './wait-until-observed.ts';

/** A change and its execution. */
export interface StepsRun {
  readonly change: Change;
  readonly before: LedgerEntry | undefined;
  /** The object's position in the ledger. */
  readonly position: number;
  readonly absentBefore: boolean | null;
  /** The platform's own id of an object that is about to be dropped. */
  readonly platformId?: string | undefined;
  /** True when the contents of an object that is about to be dropped can be observed. @default false */
  readonly isObservable?: boolean;
}

/**
 * Runs the statements of one change, each with its intent in the journal before and its outcome after. The ledger contains the
 * object from the first intent of its creation until the last statement of its drop is done.
 */
export async function runSteps(run: StepsRun, context: ExecutionContext): Promise<ChangeResult> {
  const { change, before, position, absentBefore, platformId, isObservable = false } = run;
  const { journal, store, clock, owner } = context;
  const { integrationId } = owner;
  const { key } = change.object;
  const appliedChange = (extent: AppliedChange['extent']): AppliedChange => ({ change, before, extent, absentBefore });
  const isDrop = change.action === 'drop';
  const creatingIndex = creatingIndexOf(change);
  const record = async (operations: StoreOperations): Promise<void> => {
    if (change.action === 'alter') await keepFormerEntry(operations, integrationId, key);
    // Before the creating statement is sent, no object of that name is ours.
    const origin = creatingIndex > 0 && originOf(run) === 'begun' ? 'sent' : originOf(run);
    await recordObject(operations, clock, owner, change.object, origin, position);
  };

  if (change.steps.length === 0) {
    // One transaction, so that a process that is killed in between does not leave a ledger without the object.
    await store.transaction(async (transaction) => {
      if (isDrop) return forgetObject(transaction, integrationId, key);
      await record(transaction);
      await finishEntry(transaction, integrationId, key);
    });
    return isDrop ? {} : { appliedChange: appliedChange('adopted') };
  }
  for (const [index, step] of change.steps.entries()) {
    const isFirst = index === 0;
    const isLast = index === change.steps.length - 1;
    const intent: JournalIntent = { change, step, direction: 'forward', absentBefore };
    if (isDrop) await closeStageSessions(step.stage, context);
    const entry = await journal.intend(intent, async (transaction) => {
      if (isFirst && !isDrop && !change.isUnrecorded) await record(transaction);
      if (isFirst && isDrop && !isLast) await markBegun(transaction, integrationId, key, { platformId });
      if (index === creatingIndex && !isFirst && originOf(run) === 'begun')
        await markBegun(transaction, integrationId, key);
    });
    const sent =
      isDrop && isLast && isObservable
        ? await dropWhenEmpty(change.object, step, context)
        : await executeStep(step, context, { action: change.action, objectKey: key });
    const response = await resolved(sent, change, context);
    const result =
      response.outcome === 'done' ? ((await waitUntilObserved(step, change, context)) ?? response) : response;
    if (result.outcome === 'done') {
      const made =
        change.action === 'create' && index === creatingIndex && !isLast
          ? await platformIdOf(change, context)
          : undefined;
      for (const [name, value] of Object.entries(result.outputs ?? {})) context.outputs.set(`${key}.${name}`, value);
      await journal.recordOutcome(
        entry,
        intent,
        'done',
        result.outputs ? { outputs: result.outputs } : {},
        async (transaction) => {
          if (isLast && isDrop) await forgetObject(transaction, integrationId, key);
          if (made !== undefined) await notePlatformId(transaction, integrationId, key, made);
          if (result.outputs && !isDrop) await keepOutputs(transaction, integrationId, key, result.outputs);
          if (isLast && !isDrop) await finishEntry(transaction, integrationId, key);
        },
      );
      continue;
    }
    const nothingHappened = index < creatingIndex || (index === creatingIndex && response.outcome === 'failed');
    await journal.recordOutcome(entry, intent, result.outcome, { error: result.failure }, async (transaction) => {
      if (nothingHappened && !isDrop) await restoreEntry(transaction, integrationId, key, before);
      if (nothingHappened && isDrop && before) {
        await markBegun(transaction, integrationId, key, { origin: before.origin as ObjectOrigin });
      }
    });
    const { failure } = result;
    const details = { failure, statement: step.text };
    return nothingHappened
      ? details
      : { ...details, appliedChange: appliedChange(index <= creatingIndex ? 'perhaps' : 'certain') };
  }
  return { appliedChange: appliedChange('certain') };
}

/**
 * Returns the platform's own id of an object that was just created and has no mark yet: only this id identifies it for an undo or
 * the next process.
 */
async function platformIdOf(
  change: Change,
  { observe }: Pick<ExecutionContext, 'observe'>,
): Promise<string | undefined> {
  const seen = await observe(change.object).catch(() => undefined);
  return seen?.state === 'absent' ? undefined : seen?.platformId;
}

/** Returns the index of the step that creates the object; the steps before it prepare the creation. */
function creatingIndexOf({ action, steps }: Change): number {
  return action === 'create'
    ? Math.max(
        0,
        steps.findIndex(({ prepares }) => !prepares),
      )
    : 0;
}

function originOf({ change, before, absentBefore }: StepsRun): ObjectOrigin {
  if (change.action === 'alter') return (before?.origin as ObjectOrigin | undefined) ?? 'adopted';
  if (absentBefore !== true) return 'adopted';
  return change.steps.length > 1 ? 'begun' : 'sent';
}

/** Resolves a lost response by an observation: if the desired state is reached, the statement took effect. */
async function resolved(
  result: StepResult,
  change: Change,
  { observe, signal }: Pick<ExecutionContext, 'observe' | 'signal'>,
): Promise<StepResult> {
  if (result.outcome !== 'unknown' || change.isRuntime || change.steps.length !== 1 || signal.aborted) return result;
  const observation = await observe(change.object).catch(() => undefined);
  if (!observation) return result;
  const failed: StepResult = { outcome: 'failed', failure: result.failure };
  const { state, values = {} } = observation;
  if (change.action === 'create') return state === 'ours' ? { outcome: 'done' } : state === 'absent' ? failed : result;
  if (change.action === 'drop') return state === 'absent' ? { outcome: 'done' } : state === 'ours' ? failed : result;
  const wanted = Object.entries(change.object.desired);
  const isVisible = wanted.length > 0 && wanted.every(([name]) => Object.hasOwn(values, name));
  if (state !== 'ours' || !isVisible) return result;
  return wanted.every(([name, value]) => values[name] === value) ? { outcome: 'done' } : failed;
}
