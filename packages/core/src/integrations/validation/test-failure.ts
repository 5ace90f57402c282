import {
  FAILURE_CLASSES,
  type FailureClassification,
  type Remediation,
  type TestOutcome,
} from '@portcullis/plugin-api';
import type { RunnableTest } from './runnable-test.ts';

/** Returns a thrown error as an outcome, with the remedy of the test for it. */
export function outcomeOfFailure(failure: FailureClassification, test: RunnableTest | undefined): TestOutcome {
  const remediation = remedyOf(failure, test);
  return {
    status: 'failed',
    failureClass: failure.class,
    message: failure.message,
    ...(failure.help === undefined ? {} : { help: failure.help }),
    ...(failure.code === undefined ? {} : { code: failure.code }),
    ...(remediation === undefined ? {} : { remediation }),
  };
}

/** A failure of the plugin's remedy must not hide the original failure. */
function remedyOf(failure: FailureClassification, test: RunnableTest | undefined): Remediation | undefined {
  try {
    return test?.remedy?.(failure);
  } catch {
    return undefined;
  }
}

/**
 * Returns the outcome of a test in the form of its type, which a plugin in JavaScript may violate: a failure always has a class
 * and a message.
 */
export function normalizedOutcome(outcome: TestOutcome): TestOutcome {
  const status: unknown = outcome?.status;
  if (status === 'passed' || status === 'skipped') return outcome;
  if (status === 'failed' || status === 'warning') {
    const problem = outcome as Extract<TestOutcome, { status: 'failed' | 'warning' }>;
    const failureClass = problem.failureClass ?? (status === 'failed' ? 'internal' : undefined);
    return {
      ...problem,
      message: textOf(problem.message) ?? FAILURE_CLASSES[failureClass ?? 'internal'].meaning,
      ...(failureClass === undefined ? {} : { failureClass }),
    };
  }
  return { status: 'failed', failureClass: 'internal', message: 'The test of the plugin returned no result.' };
}

function textOf(message: unknown): string | undefined {
  return typeof message === 'string' && message !== '' ? message : undefined;
}
