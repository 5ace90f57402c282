import type { FailureClassification, Observation } from '@portcullis/plugin-api';
import { type LedgerEntry, toFacts } from '../ledger/ledger-entry.ts';
import { activeOwners, otherOwners } from '../ledger/object-owners.ts';
import { type Ownership, ownershipOf } from '../ledger/ownership.ts';
import { entryOf } from '../ledger/read-ledger.ts';
import { finishEntry, markUnresolved, recordObject, removeEntry, restoreEntry } from '../ledger/write-ledger.ts';
import type { Change, ObjectFacts } from '../plan/change-set.ts';
import { decisionHelp } from '../plan/unresolved-object.ts';
import type { AppliedChange, ChangeResult } from './applied-change.ts';
import { contentsFailure } from './drop-when-empty.ts';
import { redactedFailure } from './execute-step.ts';
import type { ExecutionContext } from './execution-context.ts';
import { runSteps } from './run-steps.ts';

/** Applies one change on the platform: observes the object, then runs and journals each statement. */
export async function applyChange(change: Change, context: ExecutionContext): Promise<ChangeResult> {
  const position = context.positions.get(change.object.key) ?? 0;
  if (change.isRuntime) return runSteps({ change, before: undefined, position, absentBefore: null }, context);
  let observation: Observation;
  try {
    observation = await context.observe(change.object);
  } catch (error) {
    // The object is unchanged. The caller decides about the other changes.
    return { failure: redactedFailure(error, context) };
  }
  const { store, owner } = context;
  const before = await entryOf(store, owner.integrationId, change.object.key);
  if (change.action === 'drop') return applyDrop(change, observation, before, context);
  if (observation.state === 'foreign') return { failure: foreign(change.object) };
  const renamed =
    change.action === 'alter' && before && before.name !== change.object.name ? toFacts(before) : undefined;
  // A renamed object is observed under its old name, because a foreign object may have taken its place.
  if (renamed && observation.state !== 'ours') {
    const seen = await context.observe(renamed).catch(() => undefined);
    if (seen?.state === 'foreign') return { failure: foreign(renamed) };
  }
  if (change.action === 'create' && observation.state === 'ours') return adopt(change, before, context, position);
  return runSteps({ change, before, position, absentBefore: absenceOf(observation) }, context);
}

/** An object that is not visible counts neither as present nor as absent. */
function absenceOf({ state }: Observation): boolean | null {
  return state === 'unknown' ? null : state === 'absent';
}

/** Adopts an existing object of ours, unless it belongs only to another integration. */
async function adopt(
  change: Change,
  before: LedgerEntry | undefined,
  { store, clock, owner }: Pick<ExecutionContext, 'store' | 'clock' | 'owner'>,
  position: number,
): Promise<ChangeResult> {
  const { object } = change;
  const named = `${object.kind} ${object.name}`;
  const note = `${named} existed already`;
  if (before) {
    await store.transaction((transaction) => finishEntry(transaction, owner.integrationId, object.key));
    return { note };
  }
  const [other] = object.sharing === 'exclusive' ? await otherOwners(store, owner, object) : [];
  if (other !== undefined) {
    const message = `The ${named} was made for integration ${other} and is left alone. Remove it with that integration's delete script, or choose another name.`;
    return { failure: { class: 'already-exists', message } };
  }
  await store.transaction((transaction) => recordObject(transaction, clock, owner, object, 'adopted', position));
  return { note, appliedChange: { change, before, extent: 'adopted', absentBefore: false } };
}

async function applyDrop(
  change: Change,
  observation: Observation,
  before: LedgerEntry | undefined,
  context: ExecutionContext,
): Promise<ChangeResult> {
  const { object } = change;
  const named = `${object.kind} ${object.name}`;
  const ownership = ownershipOf(before, observation);
  if (ownership === 'unresolved') return { failure: await leaveUnresolved(object, observation.platformId, context) };
  const note = await reasonToLeave(change, ownership, before, context);
  if (note === undefined) {
    // Statements before the drop, which end sessions, are not sent either. The contents of a remnant cannot be observed.
    const checksContents = !observation.isRemnant && change.steps.length > 1;
    const failure = checksContents ? await contentsFailure(object, context) : undefined;
    return failure ? { failure } : dropObject(change, before, observation, context);
  }
  await context.store.transaction((transaction) => removeEntry(transaction, context.owner.integrationId, object.key));
  return { note: `${named} ${note}` };
}

/**
 * Drops an object. An object that a force-disabled integration still uses stays: that integration's delete script removes
 * it.
 */
async function dropObject(
  change: Change,
  before: LedgerEntry | undefined,
  { platformId, isRemnant = false }: Observation,
  context: ExecutionContext,
): Promise<ChangeResult> {
  const { store, owner } = context;
  const { object } = change;
  const run = { change, before, position: 0, absentBefore: null, platformId, isObservable: !isRemnant };
  const result = await runSteps(run, context);
  if (object.sharing !== 'shared' || result.failure?.class !== 'in-use') return result;
  const [other] = await otherOwners(store, owner, object);
  if (other === undefined) return result;
  await store.transaction((transaction) => removeEntry(transaction, owner.integrationId, object.key));
  return {
    note: `${object.kind} ${object.name} is kept, since objects that integration ${other} left behind still use it`,
  };
}

/** Returns the reason why an object is removed from the ledger without a drop, or undefined if it is dropped. */
async function reasonToLeave(
  { object }: Change,
  ownership: Ownership,
  before: LedgerEntry | undefined,
  { store, owner }: Pick<ExecutionContext, 'store' | 'owner'>,
): Promise<string | undefined> {
  if (ownership === 'absent') return 'was gone already';
  if (ownership === 'foreign') return 'is no longer ours and was left alone';
  if (ownership === 'unseen' && before?.origin === 'adopted')
    return 'cannot be seen and may belong to another owner: it was left alone';
  if (object.sharing === 'shared' && (await activeOwners(store, owner, object)).length > 0)
    return 'is shared with another integration and was kept';
  return undefined;
}

function foreign({ kind, name }: ObjectFacts): FailureClassification {
  return {
    class: 'already-exists',
    message: `A ${kind} named ${name} exists and was not made by Portcullis. It is left alone.`,
  };
}

/**
 * Records that the ownership of an object is unresolved, so that nothing uses, alters or drops it before an administrator has decided.
 *
 * @param platformId - the platform's own id of the observed object.
 */
export async function leaveUnresolved(
  { key, kind, name }: ObjectFacts,
  platformId: string | undefined,
  { store, owner: { integrationId } }: Pick<ExecutionContext, 'store' | 'owner'>,
): Promise<FailureClassification> {
  await store.transaction((transaction) => markUnresolved(transaction, integrationId, key, platformId));
  return {
    class: 'already-exists',
    message: `It is unclear who owns the ${kind} ${name}: an interrupted operation may have made it, but it does not carry our mark. It is left alone.`,
    help: decisionHelp(integrationId, key),
  };
}

/** Restores the ledger to its state before a change. */
export function restoreFormerEntry(
  { change, before }: AppliedChange,
  { store, owner }: Pick<ExecutionContext, 'store' | 'owner'>,
): Promise<void> {
  return store.transaction((transaction) => restoreEntry(transaction, owner.integrationId, change.object.key, before));
}
