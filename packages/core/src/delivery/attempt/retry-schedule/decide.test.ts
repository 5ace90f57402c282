import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../options/defaults.ts';
import { RETRY_POLICIES } from '../../../options/retry-policies.ts';
import { type RetryPolicy, TERMINAL_STATUSES } from '../../../options/retry-policy.ts';
import type { AttemptOutcome } from '../attempt-outcome.ts';
import { decide } from './decide.ts';

const timing = { totalMs: 1 };
const response = (statusCode: number, headers: Record<string, string> = {}): AttemptOutcome => ({
  kind: 'response',
  statusCode,
  headers,
  body: new Uint8Array(),
  bodyBytes: 0,
  truncated: false,
  timing,
});
const failure = (code: string): AttemptOutcome => ({ kind: 'failure', code, phase: 'headers', connect: false, timing });
const { standard } = RETRY_POLICIES;
const circumstances = { number: 1, now: 1_000_000, settings: DEFAULT_SETTINGS, policy: standard, fraction: 0.5 };

describe('decide', () => {
  it.each([200, 201, 204, 299])('treats %i as a success', (status) => {
    expect(decide(response(status), circumstances)).toEqual({ kind: 'succeeded' });
  });

  it.each([301, 307, 400, 401, 404, 422, 429, 500, 503])('retries after %i', (status) => {
    expect(decide(response(status), circumstances)).toEqual({ kind: 'retry', dueAt: 1_005_000 });
  });

  it.each(['ESOCKETTIMEDOUT', 'ECONNREFUSED', 'ENOTFOUND', 'GUARD_BLOCKED', 'INTERRUPTED'])(
    'retries after %s',
    (code) => {
      expect(decide(failure(code), circumstances)).toEqual({ kind: 'retry', dueAt: 1_005_000 });
    },
  );

  it('ends a webhook whose receiver is gone', () => {
    expect(decide(response(410), circumstances)).toEqual({ kind: 'gone' });
  });

  it('does not count an attempt that was aborted at shutdown', () => {
    expect(decide(failure('ABORTED'), circumstances)).toEqual({ kind: 'released' });
  });

  it('waits as long as the receiver requests, and never shorter than the schedule', () => {
    const after = (seconds: string) => decide(response(503, { 'retry-after': seconds }), circumstances);
    expect(after('60')).toEqual({ kind: 'retry', dueAt: 1_060_000 });
    expect(after('1')).toEqual({ kind: 'retry', dueAt: 1_005_000 });
  });

  it('ends with the schedule, or immediately without automatic retries', () => {
    const last = DEFAULT_SETTINGS.webhookRetrySchedule.length;
    expect(decide(response(500), { ...circumstances, number: last })).toMatchObject({ kind: 'retry' });
    expect(decide(response(500), { ...circumstances, number: last + 1 })).toEqual({ kind: 'exhausted' });
    const settings = { ...DEFAULT_SETTINGS, webhookAutomaticRetry: false };
    expect(decide(response(500), { ...circumstances, settings })).toEqual({ kind: 'exhausted' });
  });

  it('spreads each wait by a fifth to both sides', () => {
    const attempt = fc.integer({ min: 1, max: DEFAULT_SETTINGS.webhookRetrySchedule.length });
    fc.assert(
      fc.property(attempt, fc.double({ min: 0, max: 0.999, noNaN: true }), (number, fraction) => {
        const decision = decide(failure('ECONNRESET'), { ...circumstances, number, fraction });
        const planned = DEFAULT_SETTINGS.webhookRetrySchedule[number - 1] as number;
        const wait = decision.kind === 'retry' ? decision.dueAt - circumstances.now : Number.NaN;
        expect(wait).toBeGreaterThanOrEqual(planned * 0.8);
        expect(wait).toBeLessThanOrEqual(planned * 1.2 + 1);
      }),
    );
  });
});

describe('decide by a policy of the host', () => {
  const policy: RetryPolicy = {
    ...standard,
    jitter: 0.5,
    retryAfterCapMs: 20_000,
    terminalStatuses: [401, 422],
  };
  const retryAfter = (wait: number) => ({ kind: 'retry', dueAt: circumstances.now + wait });

  it.each([
    ['the response 401', response(401), 0.5, { kind: 'exhausted' }],
    ['the response 422 that names a time', response(422, { 'retry-after': '5' }), 0.5, { kind: 'exhausted' }],
    ['the response 404', response(404), 0.5, retryAfter(5000)],
    ['the response 410', response(410), 0.5, { kind: 'gone' }],
    ['the response 200', response(200), 0.5, { kind: 'succeeded' }],
    ['no response, early', failure('ECONNRESET'), 0, retryAfter(2500)],
    ['no response, late', failure('ECONNRESET'), 0.75, retryAfter(6250)],
    [
      'the response 429 that asks for less than the cap',
      response(429, { 'retry-after': '12' }),
      0.5,
      retryAfter(12_000),
    ],
    ['the response 429 that asks for a day', response(429, { 'retry-after': '86400' }), 0.5, retryAfter(20_000)],
  ])('after %s', (_what, outcome, fraction, expected) => {
    expect(decide(outcome, { ...circumstances, policy, fraction })).toEqual(expected);
  });

  it.each(TERMINAL_STATUSES)('retries after %i unless the policy names it', (status) => {
    expect(decide(response(status), circumstances).kind).toBe('retry');
    const strict = { ...standard, terminalStatuses: [status] };
    expect(decide(response(status), { ...circumstances, policy: strict })).toEqual({ kind: 'exhausted' });
  });

  it('ignores Retry-After if the cap is 0', () => {
    const deaf = { ...standard, retryAfterCapMs: 0 };
    expect(decide(response(503, { 'retry-after': '60' }), { ...circumstances, policy: deaf })).toEqual(
      retryAfter(5000),
    );
  });
});
