import type { FailureClassification, Observation } from '@portcullis/plugin-api';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store/store.ts';
import { executeStep, type StepEnvironment, type StepResult } from './execute-step.ts';
import type { Journal, JournalIntent } from './journal.ts';
import { forgetObject, hasOtherOwners, type LedgerOwner, recordObject } from './ledger.ts';
import type { RenderedStep } from './rendered-step.ts';
import type { ObjectFacts, Work } from './work.ts';

/** What applying work needs. */
export interface WorkEnvironment extends StepEnvironment {
  readonly store: Store;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly owner: LedgerOwner;
  /** Looks at one object now. */
  observe(object: ObjectFacts): Promise<Observation>;
}

/** What became of one piece of work. */
export type WorkResult =
  /** Something was changed, in full or in part: compensation must look at it. */
  | { readonly state: 'applied' | 'partial'; readonly failure?: FailureClassification }
  /** Nothing was changed. */
  | { readonly state: 'untouched'; readonly note?: string; readonly failure?: FailureClassification };

/** Applies one piece of work on the platform: looks first, then runs and journals each of its statements. */
export async function applyWork(work: Work, environment: WorkEnvironment, position: number): Promise<WorkResult> {
  const observation = await environment.observe(work.object);
  const refused = refuse(work, observation);
  if (refused) return { state: 'untouched', failure: refused };
  if (work.action === 'create' && observation.state === 'ours') {
    await recordObject(environment.store, environment.clock, environment.owner, work.object, 'adopted', position);
    return { state: 'untouched', note: `${work.object.kind} ${work.object.name} was there already` };
  }
  if (work.action === 'drop') return applyDrop(work, observation, environment);
  return runSteps(work, environment, position, observation.state === 'absent');
}

async function applyDrop(work: Work, observation: Observation, environment: WorkEnvironment): Promise<WorkResult> {
  const { store, owner } = environment;
  const strike = (): Promise<void> => forgetObject(store, owner.integrationId, work.object.key);
  if (observation.state === 'absent') {
    await strike();
    return { state: 'untouched', note: `${work.object.kind} ${work.object.name} was gone already` };
  }
  if (observation.state === 'foreign') {
    await strike();
    return {
      state: 'untouched',
      note: `${work.object.kind} ${work.object.name} is not ours any more and was left alone`,
    };
  }
  if (work.object.sharing === 'shared' && (await hasOtherOwners(store, owner, work.object))) {
    await strike();
    return {
      state: 'untouched',
      note: `${work.object.kind} ${work.object.name} is shared with another integration and stays`,
    };
  }
  return runSteps(work, environment, 0, null);
}

async function runSteps(
  work: Work,
  environment: WorkEnvironment,
  position: number,
  absentBefore: boolean | null,
): Promise<WorkResult> {
  const { journal, store, clock, owner } = environment;
  for (const [index, step] of work.steps.entries()) {
    const intent: JournalIntent = { work, step, direction: 'forward', absentBefore };
    const isFirst = index === 0 && work.action !== 'drop';
    const entry = await journal.intend(intent, async (transaction) => {
      if (isFirst)
        await recordObject(
          transaction,
          clock,
          owner,
          work.object,
          absentBefore === false ? 'adopted' : 'made',
          position,
        );
    });
    const result = await settled(await executeStep(step, environment), work, environment);
    if (result.outcome === 'done') {
      const isLastDrop = work.action === 'drop' && index === work.steps.length - 1;
      await journal.settle(
        entry,
        intent,
        'done',
        result.outputs ? { outputs: result.outputs } : {},
        async (transaction) => {
          if (isLastDrop) await forgetObject(transaction, owner.integrationId, work.object.key);
        },
      );
      continue;
    }
    const nothingHappened = index === 0 && result.outcome === 'failed';
    await journal.settle(entry, intent, result.outcome, { error: result.failure }, async (transaction) => {
      if (nothingHappened && work.action === 'create')
        await forgetObject(transaction, owner.integrationId, work.object.key);
    });
    return { state: nothingHappened ? 'untouched' : 'partial', failure: result.failure };
  }
  if (work.action === 'drop' && work.steps.length === 0)
    await forgetObject(store, owner.integrationId, work.object.key);
  return { state: 'applied' };
}

/** A lost reply is resolved by looking: where the wish is fulfilled, the statement did take effect. */
async function settled(result: StepResult, work: Work, environment: WorkEnvironment): Promise<StepResult> {
  if (result.outcome !== 'unknown' || work.steps.length !== 1) return result;
  const observation = await environment.observe(work.object).catch(() => undefined);
  const wished = work.action === 'drop' ? 'absent' : 'ours';
  if (observation?.state === wished && work.action !== 'alter') return { outcome: 'done' };
  const untouched = work.action === 'drop' ? 'ours' : 'absent';
  return observation?.state === untouched ? { outcome: 'failed', failure: result.failure } : result;
}

function refuse(work: Work, observation: Observation): FailureClassification | undefined {
  const { kind, name } = work.object;
  if (observation.state !== 'foreign' || work.action === 'drop') return undefined;
  return {
    class: 'already-exists',
    message: `A ${kind} named ${name} exists and was not made by Portcullis. It is left alone.`,
  };
}

/** The steps of a compensation, journaled as such. */
export async function runCompensation(
  work: Work,
  steps: readonly RenderedStep[],
  environment: WorkEnvironment,
): Promise<FailureClassification | undefined> {
  for (const step of steps) {
    const intent: JournalIntent = { work, step, direction: 'compensation', absentBefore: null };
    const entry = await environment.journal.intend(intent);
    const result = await executeStep(step, environment);
    if (result.outcome === 'done') {
      await environment.journal.settle(entry, intent, 'done');
      continue;
    }
    await environment.journal.settle(entry, intent, result.outcome, { error: result.failure });
    return result.failure;
  }
  return undefined;
}
