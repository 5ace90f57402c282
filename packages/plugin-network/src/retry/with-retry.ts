import {
  classifyFailure,
  FAILURE_CLASSES,
  type FailureClass,
  type FailureClassification,
} from '@portcullis/plugin-api';
import pRetry from 'p-retry';

const RETRIES = 2;
const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 2_000;

/** Classes of failures that end by themselves, but not within seconds; the core waits for them. */
const SLOW_CLASSES: readonly FailureClass[] = ['paused-or-starting', 'in-use'];

/** Classifies a failure. */
export type Classify = (error: unknown) => FailureClassification | undefined;

/** Options of retries. */
export interface RetryOptions {
  /** The plugin's `classifyError`. */
  readonly classify: Classify;
  /** Aborts the retries and the waits between them. */
  readonly signal?: AbortSignal | undefined;
  /** Returns whether to retry after a failure. @default {@link isTransient} */
  readonly shouldRetry?: (error: unknown) => boolean;
}

/** Returns whether work failed for a reason that may end within a second: the network, or the state of a server. */
export function isTransient(error: unknown, classify: Classify): boolean {
  const { class: failure } = classifyFailure(error, classify);
  return FAILURE_CLASSES[failure].retry && !SLOW_CLASSES.includes(failure);
}

/**
 * Retries work up to twice, with growing waits from 0.2 to 2 seconds. Use it only for work that changes nothing
 * (queries), or whose repetition the platform recognises.
 *
 * @param work - receives the number of the attempt, from 1.
 */
export function withRetry<Value>(work: (attempt: number) => Promise<Value>, options: RetryOptions): Promise<Value> {
  const { classify, signal, shouldRetry = (error) => isTransient(error, classify) } = options;
  return pRetry(work, {
    retries: RETRIES,
    minTimeout: FIRST_WAIT_MS,
    maxTimeout: MAX_WAIT_MS,
    ...(signal ? { signal } : {}),
    // Drivers can reject with any value, but p-retry accepts only errors.
    shouldRetry: ({ error }) => !signal?.aborted && shouldRetry(error),
  });
}
