import { describe, expect, it } from 'vitest';
import { abortedOutcome, interruptedOutcome, isSuccess, statusCodeOf } from './attempt-outcome.ts';

describe('the outcome of an attempt', () => {
  it('is an interruption without a duration if the process ended before it was known', () => {
    expect(interruptedOutcome()).toEqual({
      kind: 'failure',
      code: 'INTERRUPTED',
      phase: 'interrupted',
      connect: false,
      timing: { totalMs: 0 },
    });
  });

  it('is an abort in the queue if nothing was sent', () => {
    expect(abortedOutcome()).toEqual({
      kind: 'failure',
      code: 'ABORTED',
      phase: 'queue',
      connect: false,
      timing: { totalMs: 0 },
    });
  });

  it('is recorded with the status 500 without a response', () => {
    expect(statusCodeOf(interruptedOutcome())).toBe(500);
  });
});

it.each([200, 204, 299])('the status %i is a success', (status) => {
  expect(isSuccess(status)).toBe(true);
});

it.each([199, 300, 404, 500])('the status %i is a failure', (status) => {
  expect(isSuccess(status)).toBe(false);
});
