import type { Observation } from '@portcullis/plugin-api';
import { pause } from '../../kernel/time/pause.ts';
import type { Change } from '../plan/change-set.ts';
import type { RenderedStep } from '../steps/rendered-step.ts';
import type { StepResult } from './execute-step.ts';
import type { ExecutionContext } from './execution-context.ts';

/** Milliseconds before the second observation, and the longest pause between two. */
const PAUSE_MS = { first: 250, longest: 5_000 } as const;

/** The end of a wait. */
export interface ObservedEffect {
  /** The last observation; undefined if the plugin declares no wait, or if the last one failed. */
  readonly observation?: Observation | undefined;
  /** The outcome of the call if its effect did not appear in time. */
  readonly overdue?: StepResult;
}

/**
 * Waits after a call until its effect is observed, if the plugin declares that this takes time: until the object is there
 * or gone, and after the last call of an alteration until it has its desired values. It does not wait for effects that
 * cannot be observed.
 */
export async function waitUntilObserved(
  step: RenderedStep,
  change: Change,
  { observe, clock, signal }: Pick<ExecutionContext, 'observe' | 'clock' | 'signal'>,
): Promise<ObservedEffect> {
  if (!step.waitUntil) return {};
  const { state: until, deadlineMs } = step.waitUntil;
  const end = clock.monotonic() + deadlineMs;
  for (let wait: number = PAUSE_MS.first; ; wait = Math.min(wait * 2, PAUSE_MS.longest)) {
    const observation = await observe(change.object).catch(() => undefined);
    const difference = observation ? differenceOf(observation, until, step, change) : 'could not be observed';
    if (difference === undefined) return { observation };
    const remainingMs = end - clock.monotonic();
    if (remainingMs <= 0 || signal.aborted) {
      const { kind, name } = change.object;
      const message = `The ${kind} ${name} ${difference} ${deadlineMs / 1000} s after the platform said that it was done.`;
      return { observation, overdue: { outcome: 'unknown', failure: { class: 'timeout', message } } };
    }
    await pause(clock, Math.min(wait, remainingMs), signal).catch(() => {});
  }
}

/** Returns how the object differs from what the step has to achieve, or `undefined` if no difference can be seen. */
function differenceOf(
  { state, values = {} }: Observation,
  until: 'present' | 'absent',
  step: RenderedStep,
  { action, steps, object }: Change,
): string | undefined {
  if (state === 'unknown') return undefined;
  if (until === 'absent') return state === 'absent' ? undefined : 'is still there';
  if (state === 'absent') return 'has not appeared';
  if (action !== 'alter' || step !== steps.at(-1)) return undefined;
  const isDesired = ([name, value]: readonly [string, unknown]) =>
    !Object.hasOwn(values, name) || values[name] === value;
  return Object.entries(object.desired).every(isDesired) ? undefined : 'still has other values';
}
