import type { FailureClassification, Observation } from '@portcullis/plugin-api';
import { activeOwners } from '../ledger/object-owners.ts';
import { ownershipOf } from '../ledger/ownership.ts';
import { entryOf } from '../ledger/read-ledger.ts';
import type { Change } from '../plan/change-set.ts';
import { dropPrecedes } from '../plan/drop-precedes.ts';
import type { AppliedChange } from './applied-change.ts';
import { leaveUnresolved, restoreFormerEntry } from './apply-change.ts';
import { closeStageSessions } from './close-stage-sessions.ts';
import { contentsFailure, dropWhenEmpty } from './drop-when-empty.ts';
import { executeStep, type StepResult } from './execute-step.ts';
import type { ExecutionContext } from './execution-context.ts';
import { effectIndexOf } from './record-steps.ts';
import { runSteps } from './run-steps.ts';
import { waitUntilObserved } from './wait-until-observed.ts';

/**
 * Reverts applied changes in reverse order. If an object cannot be reverted, the changes that must wait for it are not
 * reverted either: their objects may contain the proof that it is ours. Returns the leftovers on the platform, one text each;
 * they stay in the ledger.
 */
export async function revertChanges(
  applied: readonly AppliedChange[],
  context: ExecutionContext,
): Promise<readonly string[]> {
  const leftovers: string[] = [];
  const remaining: Change[] = [];
  for (const appliedChange of applied.toReversed()) {
    const { change } = appliedChange;
    const { kind, name } = change.object;
    const blocking = change.action === 'create' ? remaining.find((other) => dropPrecedes(other, change)) : undefined;
    const failure = blocking
      ? waitsFor(blocking)
      : await revertChange(appliedChange, isNewWithin(appliedChange, applied), context);
    if (!failure) {
      await restoreFormerEntry(appliedChange, context);
      if (change.irreversible !== undefined) leftovers.push(`${kind} ${name} (${change.irreversible})`);
      continue;
    }
    if (change.action === 'create') remaining.push(change);
    leftovers.push(`${kind} ${name} (${failure.message})`);
  }
  // A stage inside a dropped object is no longer reachable, and needs no completion.
  const reverted = applied.filter((each) => !isNewWithin(each, applied));
  for (const finishing of context.finishing(reverted.map(({ change }) => ({ steps: change.inverse })))) {
    const { failure } = await runSteps(
      { change: finishing, before: undefined, position: 0, absentBefore: null },
      context,
    );
    if (failure) leftovers.push(`${finishing.object.kind} ${finishing.object.name} (${failure.message})`);
  }
  return leftovers;
}

function waitsFor({ object: { kind, name } }: Change): FailureClassification {
  return { class: 'in-use', message: `It waits for ${kind} ${name}.` };
}

/**
 * Returns whether the object is inside one that this run created. It then cannot have existed before, even if it could not be
 * observed.
 */
function isNewWithin({ change: { object } }: AppliedChange, applied: readonly AppliedChange[]): boolean {
  return applied.some(
    ({ change, absentBefore }) =>
      change.action === 'create' && change.object.key === object.within && absentBefore === true,
  );
}

async function revertChange(
  appliedChange: AppliedChange,
  isNew: boolean,
  context: ExecutionContext,
): Promise<FailureClassification | undefined> {
  const { change, extent } = appliedChange;
  if (extent === 'adopted') return undefined;
  if (change.action === 'create') return revertCreate(appliedChange, isNew, context);
  if (change.inverse.length === 0) {
    // The plugin declares that there is nothing to restore.
    if (change.action === 'alter' && change.irreversible === undefined) return undefined;
    return { class: 'unsupported', message: change.irreversible ?? 'The plugin does not say how it is made again.' };
  }
  if (
    change.action === 'drop' &&
    extent === 'perhaps' &&
    (await observeAgain(appliedChange, context))?.state === 'ours'
  )
    return undefined;
  return runInverse(change, context);
}

async function revertCreate(
  appliedChange: AppliedChange,
  isNew: boolean,
  context: ExecutionContext,
): Promise<FailureClassification | undefined> {
  const { change, absentBefore } = appliedChange;
  const { store, owner } = context;
  const seen = (await observeAgain(appliedChange, context)) ?? { key: change.object.key, state: 'unknown' };
  const ownership = ownershipOf(await entryOf(store, owner.integrationId, change.object.key), seen);
  if (ownership === 'absent' || ownership === 'foreign') return undefined;
  if (ownership === 'unresolved') return leaveUnresolved(change.object, seen.platformId, context);
  if (ownership === 'unseen' && absentBefore !== true && !isNew) {
    return { class: 'missing-grant', message: 'It cannot be seen and may have existed before: it is left alone.' };
  }
  if (change.object.sharing === 'shared' && (await activeOwners(store, owner, change.object)).length > 0)
    return undefined;
  const isObservable = !seen.isRemnant;
  const held = isObservable && change.inverse.length > 1 ? await contentsFailure(change.object, context) : undefined;
  return held ?? runInverse(change, context, isObservable);
}

/** Observes the object of a change whose effect may be unknown: after the time in which the plugin declares that it becomes visible. */
async function observeAgain(
  { change, extent }: AppliedChange,
  context: ExecutionContext,
): Promise<Observation | undefined> {
  const step = change.steps[effectIndexOf(change)];
  const waited = extent === 'perhaps' && step ? await waitUntilObserved(step, change, context) : {};
  return waited.observation ?? context.observe(change.object).catch(() => undefined);
}

const INVERSE_ACTION = { create: 'drop', alter: 'alter', drop: 'create' } as const;

/**
 * Runs the inverse of a change, and journals it as an undo.
 *
 * @param isObservable - true when it drops an object that can be observed.
 */
async function runInverse(
  change: Change,
  context: ExecutionContext,
  isObservable = false,
): Promise<FailureClassification | undefined> {
  const doing = { action: INVERSE_ACTION[change.action], objectKey: change.object.key };
  for (const step of change.inverse) {
    if (change.action === 'create') await closeStageSessions(step.stage, context);
    const isLast = step === change.inverse.at(-1);
    const run = async (): Promise<StepResult> => {
      const sent =
        isObservable && isLast
          ? await dropWhenEmpty(change.object, step, context)
          : await executeStep(step, context, doing);
      // What is undone next may depend on an effect that appears late.
      const { overdue } = sent.outcome === 'done' ? await waitUntilObserved(step, change, context) : {};
      return overdue ?? sent;
    };
    const result = await context.journal.execute({ change, step, direction: 'compensation', absentBefore: null }, run);
    if (result.outcome !== 'done') return result.failure;
  }
  return undefined;
}
