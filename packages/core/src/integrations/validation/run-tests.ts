import type { FailureClassification, TestOutcome } from '@portcullis/plugin-api';
import { withDeadline } from '../../kernel/time/deadline.ts';
import { traced } from '../../kernel/tracing/traced.ts';
import { TRACING_CHANNELS, type ValidationTrace } from '../../kernel/tracing/tracing-channels.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RunnableTest } from './runnable-test.ts';
import { normalizedOutcome, outcomeOfFailure } from './test-failure.ts';

/** The input for {@link runTests}. */
export interface TestRun {
  readonly tests: readonly RunnableTest[];
  /** Maximum number of concurrent tests. */
  readonly concurrency: number;
  /** Milliseconds for the whole run. */
  readonly budgetMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  classify(error: unknown): FailureClassification;
  /** The run in the traces of its tests. */
  readonly trace: ValidationTrace;
  /** Called before each executed test. @default not called */
  onStart?(test: RunnableTest): void;
  /** Called once for each test, as soon as it has ended. */
  onResult(test: RunnableTest, outcome: TimedOutcome): void;
  /**
   * Runs between the gates and the other tests, after every gate has passed, and collects what the other tests need. If it fails,
   * the last gate counts as failed, because the connection is not sufficient.
   */
  afterGates?(signal: AbortSignal): Promise<void>;
}

/** The outcome of a test and its duration. */
export interface TimedOutcome {
  readonly outcome: TestOutcome;
  readonly durationMs: number;
  /** The reason why the runner skipped it. */
  readonly skipReason?: string;
}

/**
 * Runs gates one at a time, then all other tests concurrently, as far as dependencies and the concurrency permit. Resolves with
 * an outcome for every test, never rejects.
 */
export async function runTests(run: TestRun): Promise<ReadonlyMap<string, TimedOutcome>> {
  const outcomes = new Map<string, TimedOutcome>();
  const startedAt = run.clock.monotonic();
  const remainingMs = (): number => run.budgetMs - (run.clock.monotonic() - startedAt);
  const record = (test: RunnableTest, timed: TimedOutcome): void => {
    outcomes.set(test.id, timed);
    run.onResult(test, timed);
  };

  const { failed, observationFailure } = await runGates(run, outcomes, record, remainingMs);
  const rest = run.tests.filter((test) => test.phase !== 'gate');
  if (failed) {
    const { outcome } = outcomes.get(failed.id) ?? {};
    for (const test of rest) {
      const isRun = test.notApplicable === undefined && runsDespiteGate(test, outcome);
      record(
        test,
        isRun ? await execute(test, run, remainingMs()) : skip(test.notApplicable ?? `"${failed.name}" failed.`),
      );
    }
  } else if (observationFailure)
    for (const test of rest)
      record(test, test.notApplicable === undefined ? observationFailure : skip(test.notApplicable));
  else await runConcurrently(rest, run, outcomes, record, remainingMs);
  return outcomes;
}

function runsDespiteGate({ runsDespite = [] }: RunnableTest, gate: TestOutcome | undefined): boolean {
  return gate?.status === 'failed' && gate.failureClass !== undefined && runsDespite.includes(gate.failureClass);
}

/** The result of the gates. */
interface GateResult {
  /** The failed gate, which prevents all other tests. */
  readonly failed?: RunnableTest;
  /** The reason why the platform could not be observed, if no gate has run that could represent it. */
  readonly observationFailure?: TimedOutcome;
}

/** Runs the gates up to the first that fails. The last one is recorded after the observation has succeeded. */
async function runGates(
  run: TestRun,
  outcomes: Map<string, TimedOutcome>,
  record: (test: RunnableTest, timed: TimedOutcome) => void,
  remainingMs: () => number,
): Promise<GateResult> {
  let failed: RunnableTest | undefined;
  let last: { readonly test: RunnableTest; readonly timed: TimedOutcome } | undefined;
  for (const test of run.tests.filter((each) => each.phase === 'gate')) {
    const reason = failed
      ? (test.notApplicable ?? `"${failed.name}" failed.`)
      : reasonToSkip(test, run.tests, outcomes);
    if (reason !== undefined) {
      record(test, skip(reason));
      continue;
    }
    const timed = await execute(test, run, remainingMs());
    if (last) record(last.test, last.timed);
    // Later gates may depend on it.
    outcomes.set(test.id, timed);
    last = { test, timed };
    if (timed.outcome.status === 'failed') failed = test;
  }
  const observationFailure = failed ? undefined : await observeAfterGates(run, remainingMs(), last?.test);
  if (last)
    record(last.test, observationFailure ? { ...observationFailure, durationMs: last.timed.durationMs } : last.timed);
  if (failed) return { failed };
  return observationFailure ? (last ? { failed: last.test } : { observationFailure }) : {};
}

async function observeAfterGates(
  run: TestRun,
  limitMs: number,
  test: RunnableTest | undefined,
): Promise<TimedOutcome | undefined> {
  const { afterGates } = run;
  if (!afterGates) return undefined;
  try {
    const wait = Math.max(limitMs, 1);
    await withDeadline(run.clock, wait, 'The observation of the platform', (signal) => afterGates(signal), run.signal);
    return undefined;
  } catch (error) {
    return { outcome: outcomeOfFailure(run.classify(error), test), durationMs: 0 };
  }
}

async function runConcurrently(
  tests: readonly RunnableTest[],
  run: TestRun,
  outcomes: ReadonlyMap<string, TimedOutcome>,
  record: (test: RunnableTest, timed: TimedOutcome) => void,
  remainingMs: () => number,
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
      const work = (reason ? Promise.resolve(skip(reason)) : execute(test, run, remainingMs()))
        .then((timed) => record(test, timed))
        .finally(() => running.delete(work));
      running.add(work);
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

function execute(test: RunnableTest, run: TestRun, limitMs: number): Promise<TimedOutcome> {
  run.onStart?.(test);
  return runTest(test, run, limitMs);
}

const runTest = traced(
  TRACING_CHANNELS.validationTest,
  {
    about: ({ id, name, phase }, { trace }) => ({ ...trace, testId: id, name, phase }),
    note(trace, { outcome }) {
      trace.status = outcome.status;
      if ('failureClass' in outcome && outcome.failureClass !== undefined) trace.failureClass = outcome.failureClass;
    },
  },
  async (_trace: unknown, test: RunnableTest, run: TestRun, limitMs: number): Promise<TimedOutcome> => {
    const startedAt = run.clock.monotonic();
    const took = (): number => Math.round(run.clock.monotonic() - startedAt);
    if (limitMs <= 0)
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
        Math.min(test.deadlineMs, limitMs),
        'The test',
        (signal) => test.run(signal),
        run.signal,
      );
      return { outcome: normalizedOutcome(outcome), durationMs: took() };
    } catch (error) {
      return { outcome: outcomeOfFailure(run.classify(error), test), durationMs: took() };
    }
  },
);

function skip(reason: string): TimedOutcome {
  return { outcome: { status: 'skipped', message: reason }, durationMs: 0, skipReason: reason };
}
