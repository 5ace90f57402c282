import type { Change } from '../plan/change-set.ts';
import type { RenderedStep } from '../steps/rendered-step.ts';
import type { AppliedChange, ChangeResult } from './applied-change.ts';
import { closeStageSessions } from './close-stage-sessions.ts';
import { dropWhenEmpty } from './drop-when-empty.ts';
import { executeStep, type StepResult } from './execute-step.ts';
import type { ExecutionContext } from './execution-context.ts';
import { effectIndexOf, recordCreateOrAlter, recordDrop, type StepsRun } from './record-steps.ts';
import { waitUntilObserved } from './wait-until-observed.ts';

/**
 * Runs the statements of one change, each with its intent in the journal before and its outcome after. The ledger contains the
 * object from the first intent of its creation until the last statement of its drop is done.
 */
export async function runSteps(run: StepsRun, context: ExecutionContext): Promise<ChangeResult> {
  const { change, before, absentBefore } = run;
  const isDrop = change.action === 'drop';
  const ledger = isDrop ? recordDrop(run, context) : recordCreateOrAlter(run, context);
  const appliedChange = (extent: AppliedChange['extent']): AppliedChange => ({ change, before, extent, absentBefore });

  if (change.steps.length === 0) {
    // One transaction, so that a process that is killed in between does not leave a ledger without the object.
    await context.store.transaction(ledger.withoutSteps);
    return isDrop ? {} : { appliedChange: appliedChange('adopted') };
  }
  const effectIndex = effectIndexOf(change);
  for (const [index, step] of change.steps.entries()) {
    const hasNoEffect = ({ outcome }: StepResult): boolean =>
      index < effectIndex || (index === effectIndex && outcome === 'failed');
    if (isDrop) await closeStageSessions(step.stage, context);
    const result = await context.journal.execute(
      { change, step, direction: 'forward', absentBefore },
      () => runStep(run, step, context),
      {
        before: (transaction) => ledger.intent(transaction, index),
        async after(transaction, ended) {
          if (ended.outcome === 'done') await ledger.effect(transaction, index, ended);
          else if (hasNoEffect(ended)) await ledger.noEffect(transaction);
        },
      },
    );
    if (result.outcome === 'done') continue;
    const failed = { failure: result.failure, statement: step.text };
    if (hasNoEffect(result)) return failed;
    return { ...failed, appliedChange: appliedChange(index === effectIndex ? 'perhaps' : 'certain') };
  }
  return { appliedChange: appliedChange('certain') };
}

/** Sends one statement, and observes its effect if the response does not tell. */
async function runStep(
  { change, isObservable = false }: StepsRun,
  step: RenderedStep,
  context: ExecutionContext,
): Promise<StepResult> {
  const { action, object, steps } = change;
  const isLast = step === steps.at(-1);
  const sent =
    action === 'drop' && isLast && isObservable
      ? await dropWhenEmpty(object, step, context)
      : await executeStep(step, context, { action, objectKey: object.key });
  const response = await resolved(sent, step, change, context);
  if (response.outcome !== 'done') return response;
  // The effect behind a lost response has been observed.
  const { overdue } = sent.outcome === 'done' ? await waitUntilObserved(step, change, context) : {};
  if (overdue) return overdue;
  for (const [name, value] of Object.entries(response.outputs ?? {}))
    context.outputs.set(`${object.key}.${name}`, value);
  const isCreated = action === 'create' && step === steps[effectIndexOf(change)];
  // The object has no mark yet: until the last statement, only this id identifies it for an undo or the next process.
  const platformId = isCreated && !isLast ? await platformIdOf(change, context) : undefined;
  return platformId === undefined ? response : { ...response, platformId };
}

/** Returns the platform's own id of an object that was just created. */
async function platformIdOf(
  change: Change,
  { observe }: Pick<ExecutionContext, 'observe'>,
): Promise<string | undefined> {
  const seen = await observe(change.object).catch(() => undefined);
  return seen?.state === 'absent' ? undefined : seen?.platformId;
}

/**
 * Resolves a lost response by an observation: if the desired state is reached, the statement took effect. If the plugin declares that
 * effects become visible late, an earlier observation would prove nothing.
 */
async function resolved(
  result: StepResult,
  step: RenderedStep,
  change: Change,
  context: ExecutionContext,
): Promise<StepResult> {
  const { observe, signal } = context;
  if (result.outcome !== 'unknown' || change.isRuntime || change.steps.length !== 1 || signal.aborted) return result;
  const waited = await waitUntilObserved(step, change, context);
  if (signal.aborted) return result;
  const observation = waited.observation ?? (await observe(change.object).catch(() => undefined));
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
