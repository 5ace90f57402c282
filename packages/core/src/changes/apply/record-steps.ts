import type { StoreTransaction } from '../../ports/store/store.ts';
import type { LedgerEntry, ObjectOrigin } from '../ledger/ledger-entry.ts';
import {
  finishEntry,
  keepFormerEntry,
  keepOutputs,
  markBegun,
  recordObject,
  recordPlatformId,
  removeEntry,
  restoreEntry,
} from '../ledger/write-ledger.ts';
import type { Change } from '../plan/change-set.ts';
import type { StepEffect } from './execute-step.ts';
import type { ExecutionContext } from './execution-context.ts';

/** A change that is about to be executed, and the state of its object before. */
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

/** Records in the ledger how far the statements of one change have come. */
export interface StepRecords {
  /** Records a change without statements. */
  withoutSteps(transaction: StoreTransaction): Promise<void>;
  /** Records that a statement is about to be sent. */
  intent(transaction: StoreTransaction, index: number): Promise<void>;
  /** Records that a statement has taken effect. */
  effect(transaction: StoreTransaction, index: number, effect: StepEffect): Promise<void>;
  /** Records that the change has failed without an effect on the object. */
  noEffect(transaction: StoreTransaction): Promise<void>;
}

/** Records a creation or an alteration. */
export function recordCreateOrAlter(
  { change, before, position, absentBefore }: StepsRun,
  { clock, owner }: Pick<ExecutionContext, 'clock' | 'owner'>,
): StepRecords {
  const { integrationId } = owner;
  const { key } = change.object;
  const origin = originOf(change, before, absentBefore);
  const creatingIndex = effectIndexOf(change);
  const record = async (transaction: StoreTransaction): Promise<void> => {
    if (change.action === 'alter') await keepFormerEntry(transaction, integrationId, key);
    // Before the creating statement is sent, no object of that name is ours.
    const first = creatingIndex > 0 && origin === 'begun' ? 'sent' : origin;
    await recordObject(transaction, clock, owner, change.object, first, position);
  };
  return {
    async withoutSteps(transaction) {
      await record(transaction);
      await finishEntry(transaction, integrationId, key);
    },
    async intent(transaction, index) {
      if (index === 0 && !change.isUnrecorded) await record(transaction);
      if (index > 0 && index === creatingIndex && origin === 'begun') await markBegun(transaction, integrationId, key);
    },
    async effect(transaction, index, { outputs, platformId }) {
      if (platformId !== undefined) await recordPlatformId(transaction, integrationId, key, platformId);
      if (outputs) await keepOutputs(transaction, integrationId, key, outputs);
      if (index === change.steps.length - 1) await finishEntry(transaction, integrationId, key);
    },
    noEffect: (transaction) => restoreEntry(transaction, integrationId, key, before),
  };
}

/** Records a drop. */
export function recordDrop(
  { change, before, platformId }: StepsRun,
  { owner: { integrationId } }: Pick<ExecutionContext, 'owner'>,
): StepRecords {
  const { key } = change.object;
  const lastIndex = change.steps.length - 1;
  return {
    withoutSteps: (transaction) => removeEntry(transaction, integrationId, key),
    async intent(transaction, index) {
      if (index === 0 && lastIndex > 0) await markBegun(transaction, integrationId, key, { platformId });
    },
    async effect(transaction, index) {
      if (index === lastIndex) await removeEntry(transaction, integrationId, key);
    },
    async noEffect(transaction) {
      if (before) await markBegun(transaction, integrationId, key, { origin: before.origin as ObjectOrigin });
    },
  };
}

/** Returns the index of the first statement that has an effect on the object; those before it prepare a creation. */
export function effectIndexOf({ action, steps }: Change): number {
  return action === 'create'
    ? Math.max(
        0,
        steps.findIndex(({ prepares }) => !prepares),
      )
    : 0;
}

function originOf(change: Change, before: LedgerEntry | undefined, absentBefore: boolean | null): ObjectOrigin {
  if (change.action === 'alter') return (before?.origin as ObjectOrigin | undefined) ?? 'adopted';
  if (absentBefore !== true) return 'adopted';
  return change.steps.length > 1 ? 'begun' : 'sent';
}
