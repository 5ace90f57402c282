import { expect, it } from 'vitest';
import { refuseInvalidTimeouts } from './refuse-invalid-timeouts.ts';

it.each([1, 60_000, 2 ** 31 - 1])('accepts %d', (requestTimeoutMs) => {
  expect(() => refuseInvalidTimeouts('acme()', { requestTimeoutMs })).not.toThrow();
});

it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '60000' as unknown as number])(
  'refuses %s',
  (requestTimeoutMs) => {
    expect(() => refuseInvalidTimeouts('acme()', { requestTimeoutMs })).toThrow(
      expect.objectContaining({
        code: 'OPTIONS_INVALID',
        message: 'acme() got a value for "requestTimeoutMs" that is not a time-out.',
        help: 'Use a whole number of milliseconds from 1 to 2147483647.',
      }),
    );
  },
);
