import { afterEach, expect, it, vi } from 'vitest';
import type { AwsCredentials } from './aws-calls.ts';
import { renewedCredentials } from './renewed-credentials.ts';

const MINUTE_MS = 60_000;

afterEach(() => {
  vi.useRealTimers();
});

/** Credentials that expire an hour from now. */
function ofAnHour(accessKeyId: string): AwsCredentials {
  return { accessKeyId, secretAccessKey: 'secret', expiration: new Date(Date.now() + 60 * MINUTE_MS) };
}

it('renews the credentials of a role shortly before they expire, once for all callers', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const renew = vi.fn(async () => ofAnHour('second'));
  const credentials = renewedCredentials(ofAnHour('first'), renew);
  vi.setSystemTime(Date.now() + 54 * MINUTE_MS);
  expect((await credentials()).accessKeyId).toBe('first');
  vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
  const found = await Promise.all([credentials(), credentials()]);
  expect(found.map(({ accessKeyId }) => accessKeyId)).toEqual(['second', 'second']);
  expect(renew).toHaveBeenCalledTimes(1);
});

it('requests credentials again after a failed renewal', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const renew = vi.fn(async () => ofAnHour('second'));
  renew.mockRejectedValueOnce(new Error('STS is busy.'));
  const credentials = renewedCredentials(ofAnHour('first'), renew);
  vi.setSystemTime(Date.now() + 59 * MINUTE_MS);
  await expect(credentials()).rejects.toThrow('STS is busy.');
  expect((await credentials()).accessKeyId).toBe('second');
});
