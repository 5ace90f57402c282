import type { FailureClassification, TestOutcome } from '@portcullis/plugin-api';
import { withDeadline } from '../platform/deadline.ts';
import type { Clock } from '../ports/clock.ts';
import type { RunnableTest } from './runnable-test.ts';

/** What {@link runTests} works with. */
export interface TestRun {
  readonly tests: readonly RunnableTest[];
  /** Tests at once. */
  readonly concurrency: number;
  /** Milliseconds for the whole run. */
  readonly budgetMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  classify(error: unknown): FailureClassification;
  /** Called once for each test, as soon as it has ended. */
  onResult(test: RunnableTest, outcome: TimedOutcome): void;
  /** Runs between the gates and the rest, when every gate has passed: finds out what the rest needs. */
  afterGates?(): Promise<void>;
}

/** The outcome of a test and how long it took. */
export interface TimedOutcome {
  readonly outcome: TestOutcome;
  readonly durationMs: number;
  /** Why it was skipped by the runner rather than by itself. */
  readonly skipReason?: string;
}

/**
 * Runs gates one by one, then everything else at once as far as dependencies and concurrency allow: the wall time is the
 * critical path. Resolves with an outcome for every test, never rejects.
 */
export async function runTests(run: TestRun): Promise<ReadonlyMap<string, TimedOutcome>> {
  const outcomes = new Map<string, TimedOutcome>();
  const startedAt = run.clock.monotonic();
  const left = (): number => run.budgetMs - (run.clock.monotonic() - startedAt);
  const settle = (test: RunnableTest, timed: TimedOutcome): void => {
    outcomes.set(test.id, timed);
    run.onResult(test, timed);
  };

  for (const test of run.tests.filter((each) => each.phase === 'gate')) {
    const reason = reasonToSkip(test, run.tests, outcomes);
    settle(test, reason ? skip(reason) : await execute(test, run, left()));
  }
  const failedGate = run.tests.find(
    (test) => test.phase === 'gate' && outcomes.get(test.id)?.outcome.status === 'failed',
  );
  const failedLook = failedGate ? undefined : await lookAfterGates(run, left());
  const lastGate = run.tests.filter((test) => test.phase === 'gate').at(-1);
  if (failedLook && lastGate) settle(lastGate, failedLook);
  const rest = run.tests.filter((test) => test.phase !== 'gate');
  const closed = failedGate ?? (failedLook && lastGate);
  if (closed) for (const test of rest) settle(test, skip(test.notApplicable ?? `"${closed.name}" failed.`));
  else if (failedLook) for (const test of rest) settle(test, failedLook);
  else await runConcurrently(rest, run, outcomes, settle, left);
  return outcomes;
}

/** A failure to look at the platform counts as a failure of the last gate: the connection is not good enough. */
async function lookAfterGates(run: TestRun, leftMs: number): Promise<TimedOutcome | undefined> {
  const { afterGates } = run;
  if (!afterGates) return undefined;
  try {
    await withDeadline(run.clock, Math.max(leftMs, 1), 'Looking at the platform', () => afterGates(), run.signal);
    return undefined;
  } catch (error) {
    return { outcome: failureOutcome(run, error), durationMs: 0 };
  }
}

function failureOutcome(run: TestRun, error: unknown): TestOutcome {
  const failure = run.classify(error);
  return { status: 'failed', failureClass: failure.class, message: failure.message };
}

async function runConcurrently(
  tests: readonly RunnableTest[],
  run: TestRun,
  outcomes: ReadonlyMap<string, TimedOutcome>,
  settle: (test: RunnableTest, timed: TimedOutcome) => void,
  left: () => number,
): Promise<void> {
  const waiting = [...tests];
  const running = new Set<Promise<void>>();
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex((test) =>
      test.dependsOn.every((id) => outcomes.has(id) || !run.tests.some((each) => each.id === id)),
    );
    if (next >= 0 && running.size < run.concurrency) {
      const [test] = waiting.splice(next, 1) as [RunnableTest];
      const reason = reasonToSkip(test, run.tests, outcomes);
      const work = (reason ? Promise.resolve(skip(reason)) : execute(test, run, left())).then((timed) =>
        settle(test, timed),
      );
      running.add(work);
      work.finally(() => running.delete(work));
    } else {
      await Promise.race(running);
    }
  }
}

function reasonToSkip(
  test: RunnableTest,
  tests: readonly RunnableTest[],
  outcomes: ReadonlyMap<string, TimedOutcome>,
): string | undefined {
  if (test.notApplicable !== undefined) return test.notApplicable;
  const failed = test.dependsOn.find(
    (id) => outcomes.get(id)?.outcome.status !== 'passed' && outcomes.get(id)?.outcome.status !== 'warning',
  );
  return failed === undefined
    ? undefined
    : `"${tests.find((each) => each.id === failed)?.name ?? failed}" did not pass.`;
}

async function execute(test: RunnableTest, run: TestRun, leftMs: number): Promise<TimedOutcome> {
  const startedAt = run.clock.monotonic();
  const took = (): number => Math.round(run.clock.monotonic() - startedAt);
  if (leftMs <= 0)
    return {
      outcome: {
        status: 'failed',
        failureClass: 'timeout',
        message: 'The time for the whole validation was used up before this test could start.',
      },
      durationMs: 0,
    };
  try {
    const outcome = await withDeadline(
      run.clock,
      Math.min(test.deadlineMs, leftMs),
      'The test',
      (signal) => test.run(signal),
      run.signal,
    );
    return { outcome, durationMs: took() };
  } catch (error) {
    return { outcome: failureOutcome(run, error), durationMs: took() };
  }
}

function skip(reason: string): TimedOutcome {
  return { outcome: { status: 'skipped', message: reason }, durationMs: 0, skipReason: reason };
}
