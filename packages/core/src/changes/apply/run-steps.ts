import type { StoreOperations } from '../../ports/store/store.ts';
import type { LedgerEntry, ObjectOrigin } from '../ledger/ledger-entry.ts';
import {
  finishEntry,
  forgetObject,
  keepOutputs,
  markBegun,
  notePlatformId,
  recordObject,
  restoreEntry,
  setAside,
} from '../ledger/write-ledger.ts';
import type { Change } from '../plan/change-set.ts';
import type { AppliedChange, ChangeResult } from './applied-change.ts';
import { closeStageSessions } from './close-stage-sessions.ts';
import { executeStep, type StepResult } from './execute-step.ts';
import type { ExecutionContext } from './execution-context.ts';
import type { JournalIntent } from './journal.ts';
import { waitUntilObserved } from './wait-until-observed.ts';

/** Change whose statements are to run. */
export interface StepsRun {
  readonly work: Change;
  readonly before: LedgerEntry | undefined;
  /** The object's place in the ledger. */
  readonly position: number;
  readonly absentBefore: boolean | null;
  /** The platform's own id of an object that is about to be dropped. */
  readonly platformId?: string | undefined;
}

/**
 * Runs the statements of one piece of work, each with its intent in the journal before and its outcome after. The ledger
 * knows the object from the first intent of its creation on, and no longer when the last statement of its drop is done.
 */
export async function runSteps(run: StepsRun, environment: ExecutionContext): Promise<ChangeResult> {
  const { work, before, position, absentBefore, platformId } = run;
  const { journal, store, clock, owner } = environment;
  const { integrationId } = owner;
  const { key } = work.object;
  const change = (extent: AppliedChange['extent']): AppliedChange => ({ work, before, extent, absentBefore });
  const isDrop = work.action === 'drop';
  const making = makingIndex(work);
  const record = async (operations: StoreOperations): Promise<void> => {
    if (work.action === 'alter') await setAside(operations, integrationId, key);
    // Until the statement that makes it is sent, nothing that bears its name is ours.
    const origin = making > 0 && originOf(run) === 'begun' ? 'sent' : originOf(run);
    await recordObject(operations, clock, owner, work.object, origin, position);
  };

  if (work.steps.length === 0) {
    // In one transaction: a process killed in between must not leave a ledger that does not know the object.
    await store.transaction(async (transaction) => {
      if (isDrop) return forgetObject(transaction, integrationId, key);
      await record(transaction);
      await finishEntry(transaction, integrationId, key);
    });
    return isDrop ? {} : { change: change('adopted') };
  }
  for (const [index, step] of work.steps.entries()) {
    const isFirst = index === 0;
    const isLast = index === work.steps.length - 1;
    const intent: JournalIntent = { work, step, direction: 'forward', absentBefore };
    if (isDrop) await closeStageSessions(step.stage, environment);
    const entry = await journal.intend(intent, async (transaction) => {
      if (isFirst && !isDrop && !work.isUnrecorded) await record(transaction);
      if (isFirst && isDrop && !isLast) await markBegun(transaction, integrationId, key, { platformId });
      if (index === making && !isFirst && originOf(run) === 'begun') await markBegun(transaction, integrationId, key);
    });
    const answer = await resolved(await executeStep(step, environment), work, environment);
    const result = answer.outcome === 'done' ? ((await waitUntilObserved(step, work, environment)) ?? answer) : answer;
    if (result.outcome === 'done') {
      const made = work.action === 'create' && index === making && !isLast ? await idOf(work, environment) : undefined;
      for (const [name, value] of Object.entries(result.outputs ?? {}))
        environment.outputs.set(`${key}.${name}`, value);
      await journal.settle(
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
    const nothingHappened = index < making || (index === making && answer.outcome === 'failed');
    await journal.settle(entry, intent, result.outcome, { error: result.failure }, async (transaction) => {
      if (nothingHappened && !isDrop) await restoreEntry(transaction, integrationId, key, before);
      if (nothingHappened && isDrop && before) {
        await markBegun(transaction, integrationId, key, { origin: before.origin as ObjectOrigin });
      }
    });
    const { failure } = result;
    const told = { failure, statement: step.text };
    return nothingHappened ? told : { ...told, change: change(index <= making ? 'perhaps' : 'certain') };
  }
  return { change: change('certain') };
}

/**
 * The platform's own id of an object that was just made and does not bear its mark yet: by it alone an undo, or the next process,
 * knows the object.
 */
async function idOf(work: Change, { observe }: ExecutionContext): Promise<string | undefined> {
  const seen = await observe(work.object).catch(() => undefined);
  return seen?.state === 'absent' ? undefined : seen?.platformId;
}

/** The place of the step that makes the object; those before it prepare it. */
function makingIndex({ action, steps }: Change): number {
  return action === 'create'
    ? Math.max(
        0,
        steps.findIndex(({ prepares }) => !prepares),
      )
    : 0;
}

function originOf({ work, before, absentBefore }: StepsRun): ObjectOrigin {
  if (work.action === 'alter') return (before?.origin as ObjectOrigin | undefined) ?? 'adopted';
  if (absentBefore !== true) return 'adopted';
  return work.steps.length > 1 ? 'begun' : 'sent';
}

/** A lost reply is resolved by looking: where the wish is fulfilled, the statement did take effect. */
async function resolved(result: StepResult, work: Change, environment: ExecutionContext): Promise<StepResult> {
  if (result.outcome !== 'unknown' || work.isRuntime || work.steps.length !== 1 || environment.signal.aborted)
    return result;
  const observation = await environment.observe(work.object).catch(() => undefined);
  if (!observation) return result;
  const failed: StepResult = { outcome: 'failed', failure: result.failure };
  const { state, values = {} } = observation;
  if (work.action === 'create') return state === 'ours' ? { outcome: 'done' } : state === 'absent' ? failed : result;
  if (work.action === 'drop') return state === 'absent' ? { outcome: 'done' } : state === 'ours' ? failed : result;
  const wanted = Object.entries(work.object.desired);
  const isVisible = wanted.length > 0 && wanted.every(([name]) => Object.hasOwn(values, name));
  if (state !== 'ours' || !isVisible) return result;
  return wanted.every(([name, value]) => values[name] === value) ? { outcome: 'done' } : failed;
}
