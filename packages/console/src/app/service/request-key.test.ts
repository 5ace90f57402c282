import { type ErrorCode, PortcullisError } from '@portcullis/client';
import { expect, it } from 'vitest';
import { createRequestKey } from './request-key.ts';

const BODY = { name: 'audit' };

function failure(code: ErrorCode, status?: number) {
  return new PortcullisError({ code, message: code, call: 'POST /webhooks', ...(status && { status }) });
}

/** Sends a body that fails, then another one, and returns whether both had the same key. */
async function keepsKey(error: unknown, next: object = BODY): Promise<boolean> {
  const keys: string[] = [];
  const requestKey = createRequestKey();
  const failed = requestKey.send(BODY, async (key) => {
    keys.push(key);
    throw error;
  });
  await expect(failed).rejects.toBe(error);
  await requestKey.send(next, async (key) => keys.push(key));
  return new Set(keys).size === 1;
}

it.each([
  failure('UNREACHABLE'),
  failure('TIMED_OUT'),
  failure('NOT_PORTCULLIS', 502),
  failure('INTERNAL', 500),
  failure('IDEMPOTENCY_KEY_IN_USE', 409),
  failure('NO_WEBHOOK_CREATED', 400),
])('is the same after $code: the service has carried out the request, or has not used the key', async (error) => {
  expect(await keepsKey(error)).toBe(true);
});

it('is another one for another body, and after a success', async () => {
  expect(await keepsKey(failure('UNREACHABLE'), { name: 'other' })).toBe(false);
  const keys: string[] = [];
  const requestKey = createRequestKey();
  for (let round = 0; round < 2; round += 1) await requestKey.send(BODY, async (key) => keys.push(key));
  expect(new Set(keys).size).toBe(2);
});
