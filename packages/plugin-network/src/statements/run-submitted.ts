import { setTimeout as pause } from 'node:timers/promises';
import type { Classify } from '../retry/with-retry.ts';
import { unknownOutcome } from './unknown-outcome.ts';

const FIRST_POLL_MS = 20;
const MAX_POLL_MS = 2_000;
/** Limit for the response with the id of an aborted statement, and for its cancellation, in milliseconds. */
const CANCEL_MS = 1_500;

/** The requests of a platform that responds to a statement with an id, and shows its outcome later. */
export interface SubmittedStatement<Response> {
  /** Submits the statement. */
  submit(signal: AbortSignal): Promise<Response>;
  /** Returns whether a response has no outcome yet. */
  isRunning(response: Response): boolean;
  /**
   * Requests the outcome. It has no effect, so repeat it with `withRetry`.
   *
   * @param first - the response to the submission.
   */
  read(first: Response, signal: AbortSignal): Promise<Response>;
  /** Cancels the statement. Leave it out if the platform cannot cancel. @default nothing is cancelled */
  cancel?(first: Response, signal: AbortSignal): Promise<unknown>;
  /** Returns whether an error of `read` is the outcome of the statement. @default no error is */
  isOutcome?(error: unknown): boolean;
  /** The plugin's `classifyError`. */
  readonly classify: Classify;
}

/**
 * Runs a statement until its outcome is known, and returns the response with it. If the caller aborts, or the outcome
 * cannot be read, the statement is cancelled on the platform: nothing will read its outcome.
 *
 * @throws PlatformError `network` if the outcome cannot be read, so that the statement is not sent again. Rejects with the
 * reason of the signal after an abort.
 */
export async function runSubmitted<Response>(
  statement: SubmittedStatement<Response>,
  signal: AbortSignal,
): Promise<Response> {
  const { isRunning, read, isOutcome = () => false, classify } = statement;
  const first = await submitted(statement, signal);
  let response = first;
  let wait = FIRST_POLL_MS;
  try {
    while (isRunning(response)) {
      await pause(wait, undefined, { signal });
      wait = Math.min(wait * 2, MAX_POLL_MS);
      response = await read(first, signal);
    }
    return response;
  } catch (error) {
    if (isOutcome(error)) throw error;
    await cancelled(statement, first);
    signal.throwIfAborted();
    throw unknownOutcome(error, classify);
  }
}

/** A statement cannot be cancelled without its id, so an early abort waits for the id. */
async function submitted<Response>(statement: SubmittedStatement<Response>, signal: AbortSignal): Promise<Response> {
  signal.throwIfAborted();
  const submission = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const abortSoon = (): void => {
    timer = setTimeout(() => submission.abort(signal.reason), CANCEL_MS);
  };
  signal.addEventListener('abort', abortSoon, { once: true });
  try {
    const first = await statement.submit(submission.signal);
    if (signal.aborted && statement.isRunning(first)) await cancelled(statement, first);
    signal.throwIfAborted();
    return first;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abortSoon);
  }
}

async function cancelled<Response>(statement: SubmittedStatement<Response>, first: Response): Promise<void> {
  await statement.cancel?.(first, AbortSignal.timeout(CANCEL_MS)).catch(() => {});
}
