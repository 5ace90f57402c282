import { isMarkedRetryable } from './retryable-failures.ts';

/** Maximum number of runs of a transaction that the server aborts because of other transactions. */
const MAX_ATTEMPTS = 10;
/** Maximum number of runs if the connection breaks before the commit. */
const MAX_CONNECTIONS = 3;

/** Tests of the errors of a server. */
export interface RetryTests {
  /** Returns whether `error` means that the connection is lost. */
  isConnectionLoss(error: unknown): boolean;
  /** Returns whether the server aborted a transaction because of another one. */
  isRetryable(error: unknown): boolean;
}

/** Creates a function that returns whether a transaction which failed with `error` is run again after `attempt` attempts. */
export function createRetryLimits({ isConnectionLoss, isRetryable }: RetryTests) {
  return (error: unknown, attempt: number): boolean =>
    attempt < (isConnectionLoss(error) ? MAX_CONNECTIONS : MAX_ATTEMPTS) &&
    (isRetryable(error) || isMarkedRetryable(error));
}
