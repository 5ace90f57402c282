import { describe, expect, it } from 'vitest';
import { RETRY_POLICIES } from '../../options/retry-policies.ts';
import { openForMs } from './breaker.ts';
import { createFailureWindow } from './failure-window.ts';

const { breaker: standard } = RETRY_POLICIES.standard;
const SECOND = 1000;
const DAY = 86_400 * SECOND;

describe('the time for which the breaker opens', () => {
  it.each([
    ['by the standard policy', standard, [30, 60, 120, 240, 480, 900, 900]],
    ['by a short one', { ...standard, firstMs: 5 * SECOND, maxMs: 12 * SECOND }, [5, 10, 12, 12]],
    ['where the first wait is the longest', { ...standard, firstMs: 7 * SECOND, maxMs: 7 * SECOND }, [7, 7]],
  ])('%s', (_policy, policy, expected) => {
    expect(expected.map((_each, step) => openForMs(step, policy) / SECOND)).toEqual(expected);
  });

  it('is a number after any count of failures, and at most the maximum of the policy', () => {
    expect(openForMs(30, { ...standard, firstMs: 100, maxMs: DAY })).toBe(DAY);
    expect(openForMs(100_000, { ...standard, firstMs: 100, maxMs: DAY })).toBe(DAY);
  });
});

describe('the share of failures that opens the breaker', () => {
  /** After how many attempts, one a second, the window says that too many fail; undefined: after none of thirty. */
  function opensAfter(policy: typeof standard, fails: (attempt: number) => boolean): number | undefined {
    const window = createFailureWindow(policy);
    for (let attempt = 1; attempt <= 30; attempt += 1) {
      if (window.record(1, fails(attempt), attempt * SECOND)) return attempt;
    }
    return undefined;
  }
  const always = () => true;
  const everySecond = (attempt: number) => attempt % 2 === 1;

  it.each([
    ['standard', standard, always, 10],
    ['standard, half of them', standard, everySecond, undefined],
    ['a lower share', { ...standard, share: 0.4 }, everySecond, 10],
    ['fewer attempts', { ...standard, minAttempts: 3 }, always, 3],
    ['a window that is too short for ten', { ...standard, windowMs: 5 * SECOND }, always, undefined],
    ['a share that nothing is above', { ...standard, share: 1 }, always, undefined],
  ])('%s', (_policy, policy, fails, expected) => {
    expect(opensAfter(policy, fails)).toBe(expected);
  });

  it('is forgotten for endpoints without further attempts', () => {
    const window = createFailureWindow(standard);
    for (let webhookId = 1; webhookId <= 100; webhookId += 1) window.record(webhookId, true, webhookId * SECOND);
    expect(window.size).toBe(100);
    window.record(101, true, 60 * SECOND + standard.windowMs);
    expect(window.size).toBe(41);
  });
});
