import type { FailureClassification, Observation } from '@portcullis/plugin-api';
import { livingOwners } from '../ledger/object-owners.ts';
import { ownershipOf } from '../ledger/ownership.ts';
import { entryOf } from '../ledger/read-ledger.ts';
import type { Change } from '../plan/change-set.ts';
import { dropPrecedes } from '../plan/drop-precedes.ts';
import type { AppliedChange } from './applied-change.ts';
import { contentsFailure, forgetChange, leaveUnclear } from './apply-changes.ts';
import { closeStageSessions } from './close-stage-sessions.ts';
import { executeStep } from './execute-step.ts';
import type { ExecutionContext } from './execution-context.ts';
import type { JournalIntent } from './journal.ts';

/**
 * Undoes applied work in reverse. What must wait for something that is left is left too: it may hold what tells that the other
 * is ours. Returns what is left on the platform, one text each; it stays in the ledger.
 */
export async function undo(
  applied: readonly AppliedChange[],
  environment: ExecutionContext,
): Promise<readonly string[]> {
  const leftovers: string[] = [];
  const left: Change[] = [];
  for (const change of applied.toReversed()) {
    const { work } = change;
    const { kind, name } = work.object;
    const inTheWay = work.action === 'create' ? left.find((other) => dropPrecedes(other, work)) : undefined;
    const failure = inTheWay ? waitsFor(inTheWay) : await undoOne(change, isNewWithin(change, applied), environment);
    if (!failure) {
      await forgetChange(change, environment);
      continue;
    }
    if (work.action === 'create') left.push(work);
    leftovers.push(`${kind} ${name} (${failure.message})`);
  }
  return leftovers;
}

function waitsFor({ object: { kind, name } }: Change): FailureClassification {
  return { class: 'in-use', message: `It waits for ${kind} ${name}.` };
}

/**
 * Returns whether the object lives in one that this run made: then it cannot have existed before, even where it could not
 * be observed.
 */
function isNewWithin({ work: { object } }: AppliedChange, applied: readonly AppliedChange[]): boolean {
  return applied.some(
    ({ work, absentBefore }) => work.action === 'create' && work.object.key === object.within && absentBefore === true,
  );
}

async function undoOne(
  change: AppliedChange,
  isNew: boolean,
  environment: ExecutionContext,
): Promise<FailureClassification | undefined> {
  const { work, extent } = change;
  if (extent === 'adopted') return undefined;
  if (work.action === 'create') return undoCreate(change, isNew, environment);
  if (work.inverse.length === 0) {
    const what = work.action === 'alter' ? 'changed back' : 'made again';
    return { class: 'unsupported', message: `The plugin does not say how it is ${what}.` };
  }
  if (work.action === 'drop' && extent === 'perhaps' && (await look(work, environment))?.state === 'ours')
    return undefined;
  return compensate(work, environment);
}

async function undoCreate(
  { work, absentBefore }: AppliedChange,
  isNew: boolean,
  environment: ExecutionContext,
): Promise<FailureClassification | undefined> {
  const { store, owner } = environment;
  const seen = (await look(work, environment)) ?? { key: work.object.key, state: 'unknown' };
  const ownership = ownershipOf(await entryOf(store, owner.integrationId, work.object.key), seen);
  if (ownership === 'absent' || ownership === 'foreign') return undefined;
  if (ownership === 'unclear') return leaveUnclear(work.object, seen.platformId, environment);
  if (ownership === 'unseen' && absentBefore !== true && !isNew) {
    return { class: 'missing-grant', message: 'It cannot be seen, and may have been there before: it is left alone.' };
  }
  if (work.object.sharing === 'shared' && (await livingOwners(store, owner, work.object)).length > 0) return undefined;
  const held = seen.isRemnant ? undefined : await contentsFailure(work.object, environment);
  return held ?? compensate(work, environment);
}

async function look(work: Change, environment: ExecutionContext): Promise<Observation | undefined> {
  return environment.observe(work.object).catch(() => undefined);
}

/** Runs the inverse of a piece of work, journaled as what it is. */
async function compensate(work: Change, environment: ExecutionContext): Promise<FailureClassification | undefined> {
  const { journal } = environment;
  for (const step of work.inverse) {
    const intent: JournalIntent = { work, step, direction: 'compensation', absentBefore: null };
    if (work.action === 'create') await closeStageSessions(step.stage, environment);
    const entry = await journal.intend(intent);
    const result = await executeStep(step, environment);
    if (result.outcome === 'done') {
      await journal.settle(entry, intent, 'done');
      continue;
    }
    await journal.settle(entry, intent, result.outcome, { error: result.failure });
    return result.failure;
  }
  return undefined;
}
