import type { DeliveryStatistics } from '@portcullis/client';
import { describe, expect, it } from 'vitest';
import { scaleEnd, scaleMarks } from '../../charts/scale.ts';
import { attemptsOf, type Counts, failuresOf, latencyText, OUTCOMES, shareText } from './outcomes.ts';
import { axisTicks } from './step-times.ts';

const NONE = Object.fromEntries(OUTCOMES.map(([outcome]) => [outcome, 0])) as Counts['attempts'];
const counts: Counts = { attempts: { ...NONE, succeeded: 12, refused: 3, receiverError: 2 }, exhausted: 5 };

describe('the scale of a chart', () => {
  it.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 5],
    [50, 50],
    [51, 100],
    [4001, 5000],
  ])('ends for %i at %i', (greatest, end) => {
    expect(scaleEnd(greatest)).toBe(end);
  });

  it('has a mark in the middle if that is a whole number', () => {
    expect(scaleMarks(100)).toEqual([0, 50, 100]);
    expect(scaleMarks(5)).toEqual([0, 5]);
  });
});

describe('the attempts of a period', () => {
  it('are those of all outcomes; all but successes failed', () => {
    expect(attemptsOf(counts)).toBe(17);
    expect(failuresOf(counts)).toBe(5);
  });

  it('have shares that are not rounded to none or all', () => {
    expect(shareText(12, 17)).toBe('70.6 %');
    expect(shareText(0, 10)).toBe('0 %');
    expect(shareText(10, 10)).toBe('100 %');
    expect(shareText(1, 100_000)).toBe('below 0.1 %');
    expect(shareText(99_999, 100_000)).toBe('above 99.9 %');
    expect(shareText(0, 0)).toBe('–');
  });

  it('have a latency with a unit', () => {
    expect(latencyText(530)).toBe('530 ms');
    expect(latencyText(2100)).toBe('2.1 s');
  });
});

it('the time axis has the beginning and the middle of the range', () => {
  const steps = Array.from({ length: 24 }, (_each, hour) => ({
    ...counts,
    startsAt: new Date(Date.UTC(2026, 2, 1, hour)).toISOString(),
  }));
  const statistics: DeliveryStatistics = { range: 'day', stepMinutes: 60, total: counts, steps };
  const ticks = axisTicks(statistics);
  expect(ticks).toHaveLength(3);
  expect(ticks[0]).not.toBe(ticks[1]);
  expect(ticks[2]).toBe('now');
});
