import { classifyFailure, FAILURE_CLASSES } from '@portcullis/plugin-api';
import pRetry from 'p-retry';
import { classifyError } from '../failures/classify-error.ts';

const RETRIES = 2;
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 2_000;

/** Repeats what changes nothing where the failure was of the network or of the moment. */
export function repeated<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  return pRetry(work, {
    retries: RETRIES,
    minTimeout: FIRST_WAIT_MS,
    maxTimeout: LONGEST_WAIT_MS,
    signal,
    shouldRetry: ({ error }) => !signal.aborted && isOfTheMoment(error),
  });
}

function isOfTheMoment(error: unknown): boolean {
  const { class: failure } = classifyFailure(error, classifyError);
  return FAILURE_CLASSES[failure].retry && failure !== 'paused-or-starting' && failure !== 'in-use';
}
