import { describe, expect, it } from 'vitest';
import { type InputIssue, ServiceError } from '../../../kernel/errors/service-error.ts';
import { DEFAULT_SETTINGS } from '../../../options/defaults.ts';
import { RETRY_POLICIES } from '../../../options/retry-policies.ts';
import type { RetryPolicyOptions } from '../../../options/webhook-options.ts';
import { completeRetryPolicy } from './complete-retry-policy.ts';
import { settingsDefaults } from './settings-defaults.ts';

const HOUR = 3_600_000;

/** The paths that a refused policy is refused for. */
function pathsOf(options: unknown): readonly string[] {
  try {
    completeRetryPolicy(options as RetryPolicyOptions);
  } catch (error) {
    if (!ServiceError.isInstance(error)) throw error;
    expect(error.code).toBe('OPTIONS_INVALID');
    const issues = error.extras.details as readonly InputIssue[];
    for (const { path, message } of issues) expect(error.message).toContain(`${path}: ${message}`);
    return issues.map(({ path }) => path);
  }
  return [];
}

describe('the retry policy of a host', () => {
  it('has the standard value of every omitted option', () => {
    expect(completeRetryPolicy()).toEqual(RETRY_POLICIES.standard);
    expect(completeRetryPolicy({ jitter: 0, breaker: { firstMs: 1000 } })).toEqual({
      ...RETRY_POLICIES.standard,
      jitter: 0,
      breaker: { ...RETRY_POLICIES.standard.breaker, firstMs: 1000 },
    });
  });

  it('has the standard value of an option that is undefined', () => {
    const options = { schedule: undefined, jitter: 0, breaker: { share: undefined } };
    expect(completeRetryPolicy(options)).toEqual({ ...RETRY_POLICIES.standard, jitter: 0 });
  });

  it.each([
    [{ schedule: [-1] }, ['.schedule.0']],
    [{ schedule: Array(31).fill(1) }, ['.schedule']],
    [{ jitter: 1.1 }, ['.jitter']],
    [{ jitter: Number.NaN }, ['.jitter']],
    [{ retryAfterCapMs: 10 * HOUR + 1 }, ['.retryAfterCapMs']],
    [{ terminalStatuses: [404, 429] }, ['.terminalStatuses.1']],
    [{ terminalStatuses: [410] }, ['.terminalStatuses.0']],
    [
      { breaker: { outagesInARow: 0, share: 2, minAttempts: 0 } },
      ['.breaker.outagesInARow', '.breaker.share', '.breaker.minAttempts'],
    ],
    [
      { breaker: { windowMs: 1, firstMs: 1, maxMs: 25 * HOUR } },
      ['.breaker.windowMs', '.breaker.firstMs', '.breaker.maxMs'],
    ],
    [{ breaker: { firstMs: 2 * HOUR, maxMs: HOUR } }, ['.breaker.maxMs']],
    [{ breaker: { firstMs: HOUR } }, ['.breaker.maxMs']],
    [{ scedule: [1] }, ['.scedule']],
    [{ breaker: { step: 1 } }, ['.breaker.step']],
  ])('rejects %j with the path of the invalid option', (options, expected) => {
    expect(pathsOf(options)).toEqual(expected.map((path) => `webhooks.retryPolicy${path}`));
  });

  it('accepts the limits of every option', () => {
    const edges = { schedule: [], jitter: 1, retryAfterCapMs: 10 * HOUR, breaker: { share: 1, maxMs: 24 * HOUR } };
    expect(pathsOf(edges)).toEqual([]);
  });
});

describe('the predefined policies', () => {
  it.each(Object.entries(RETRY_POLICIES))(
    '%s is valid, and differs from the standard in its schedule alone',
    (_name, policy) => {
      expect(completeRetryPolicy(policy)).toEqual({ ...RETRY_POLICIES.standard, schedule: policy.schedule });
    },
  );

  it('retry within the documented time', () => {
    const totals = Object.entries(RETRY_POLICIES).map(([name, { schedule }]) => {
      const total = schedule.reduce((sum, wait) => sum + wait, 0);
      return [name, schedule.length, total / HOUR];
    });
    expect(totals).toEqual([
      ['standard', 9, expect.closeTo(75.585, 2)],
      ['fast', 7, expect.closeTo(123 / 3600, 5)],
      ['shopify', 8, 4],
      ['none', 0, 0],
    ]);
  });
});

describe('the schedule', () => {
  it('is the default of the setting, which the host can name itself', () => {
    const retryPolicy = { schedule: [7] };
    const webhookRetrySchedule = [9];
    expect(settingsDefaults({})).toEqual({});
    expect(settingsDefaults({ webhooks: { retryPolicy } })).toEqual({ webhookRetrySchedule: [7] });
    expect(settingsDefaults({ webhooks: { retryPolicy }, settings: { webhookRetrySchedule } })).toEqual({
      webhookRetrySchedule,
    });
    expect(settingsDefaults({ webhooks: { retryPolicy: { jitter: 0 } } })).toEqual({
      webhookRetrySchedule: DEFAULT_SETTINGS.webhookRetrySchedule,
    });
  });
});
