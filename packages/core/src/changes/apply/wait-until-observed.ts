import { pause } from '../../kernel/time/pause.ts';
import type { Change } from '../plan/change-set.ts';
import type { RenderedStep } from '../steps/rendered-step.ts';
import type { StepResult } from './execute-step.ts';
import type { ExecutionContext } from './execution-context.ts';

/** Milliseconds before the second observation, and the longest pause between two. */
const PAUSE_MS = { first: 250, longest: 5_000 } as const;

/**
 * Waits after a call until its effect is observed, if the plugin declares that this takes time. It does not wait for effects that
 * cannot be observed.
 */
export async function waitUntilObserved(
  step: RenderedStep,
  change: Change,
  { observe, clock, signal }: Pick<ExecutionContext, 'observe' | 'clock' | 'signal'>,
): Promise<StepResult | undefined> {
  if (!step.waitUntil) return undefined;
  const { state: until, deadlineMs } = step.waitUntil;
  const end = clock.monotonic() + deadlineMs;
  for (let wait: number = PAUSE_MS.first; ; wait = Math.min(wait * 2, PAUSE_MS.longest)) {
    const state = await observe(change.object).then(
      (observation) => observation.state,
      () => undefined,
    );
    const isThere = state === 'ours' || state === 'foreign';
    if (state === 'unknown' || (until === 'present' ? isThere : state === 'absent')) return undefined;
    const left = end - clock.monotonic();
    if (left <= 0 || signal.aborted) {
      const { kind, name } = change.object;
      const what = until === 'present' ? 'has not appeared' : 'is still there';
      const message = `The ${kind} ${name} ${what} ${deadlineMs / 1000} s after the platform said that it was done.`;
      return { outcome: 'unknown', failure: { class: 'timeout', message } };
    }
    await pause(clock, Math.min(wait, left), signal).catch(() => {});
  }
}
