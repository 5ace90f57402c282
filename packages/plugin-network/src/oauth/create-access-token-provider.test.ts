import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAccessTokenProvider } from './create-access-token-provider.ts';

const signal = new AbortController().signal;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

function tokens(expiresIn: number | undefined) {
  let issued = 0;
  return createAccessTokenProvider(async () => ({ token: `token-${++issued}`, expiresIn }));
}

it('reuses a token until a minute before its expiry', async () => {
  const next = tokens(300);
  expect(await next(signal)).toBe('token-1');
  vi.advanceTimersByTime(239_000);
  expect(await next(signal)).toBe('token-1');
  vi.advanceTimersByTime(1_000);
  expect(await next(signal)).toBe('token-2');
});

it.each([undefined, 0, 60, Number.NaN])('uses a token once if it expires in %s seconds', async (expiresIn) => {
  const next = tokens(expiresIn);
  expect(await next(signal)).toBe('token-1');
  expect(await next(signal)).toBe('token-2');
});

it('requests a token again after a failure', async () => {
  let attempts = 0;
  const next = createAccessTokenProvider(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('The server is busy.');
    return { token: 'a-token', expiresIn: 300 };
  });
  await expect(next(signal)).rejects.toThrow('The server is busy.');
  expect(await next(signal)).toBe('a-token');
});
