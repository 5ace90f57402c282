import { expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const now = Date.UTC(2024, 0, 1);
const hour = 3_600_000;

it.each([
  ['120', undefined, 120_000],
  [' 5 ', undefined, 5000],
  ['0', undefined, undefined],
  ['-5', undefined, undefined],
  ['1.5', undefined, undefined],
  ['999999999', undefined, hour],
  ['9999999999999', undefined, undefined],
  ['soon', undefined, undefined],
  ['', undefined, undefined],
  ['Mon, 01 Jan 2024 00:01:00 GMT', undefined, 60_000],
  ['Sun, 31 Dec 2023 23:59:00 GMT', undefined, undefined],
  ['Wed, 01 Jan 2025 00:00:00 GMT', undefined, hour],
  ['Mon, 99 Jan 2024 00:01:00 GMT', undefined, undefined],
  // The receiver's clock is two days ahead.
  ['Wed, 03 Jan 2024 00:01:00 GMT', 'Wed, 03 Jan 2024 00:00:30 GMT', 30_000],
  ['Mon, 01 Jan 2024 00:01:00 GMT', 'nonsense', 60_000],
])('takes Retry-After %j with Date %j for %j ms', (retryAfter, date, expected) => {
  const headers = { 'retry-after': retryAfter, ...(date === undefined ? {} : { date }) };
  expect(retryAfterMs(headers, now, hour)).toBe(expected);
});

it('returns undefined without a header', () => {
  expect(retryAfterMs({}, now, hour)).toBeUndefined();
});
