import { createFakeTransport } from '@portcullis/testing';
import { expect, it } from 'vitest';
import { ADMIN, createTestInstance } from '../../tests/support/create-test-instance.ts';
import { webhookBody } from '../../tests/support/webhook-body.ts';
import type { PortcullisOptions } from '../index.ts';

const SECOND = 1000;

/** Publishes one notification, lets an hour pass, and returns when each attempt was made, in seconds after the first. */
async function attemptsOf(statuses: readonly number[], options: Pick<PortcullisOptions, 'webhooks' | 'settings'>) {
  const responses = [...statuses];
  const times: number[] = [];
  const instance = await createTestInstance({
    ...options,
    transport: createFakeTransport(() => {
      times.push(instance.clock.now());
      return responses.shift() ?? 500;
    }),
  });
  const { portcullis, clock } = instance;
  await portcullis.settings.update(ADMIN, { recurringValidationPeriodMs: 0 });
  const breaker: unknown[] = [];
  portcullis.events.on('webhook.breaker', ({ state, until = 0 }) => breaker.push([state, until - clock.now()]));
  await portcullis.webhooks.create(ADMIN, { webhooks: [webhookBody()] });
  await portcullis.notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'PII' } });
  const end = clock.monotonic() + 3600 * SECOND;
  await idle();
  while (clock.monotonic() < end && clock.advanceToNext()) await idle();
  await portcullis.close();
  return { seconds: times.map((time) => (time - (times[0] ?? 0)) / SECOND), breaker };
}

/** Turns of the event loop, in which what is due is sent and recorded. */
async function idle(): Promise<void> {
  for (let tick = 0; tick < 16; tick += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

it('an instance retries by the schedule and the jitter of its policy', async () => {
  const retryPolicy = { schedule: [3 * SECOND, 60 * SECOND], jitter: 0 };
  const { seconds } = await attemptsOf([], { webhooks: { retryPolicy } });
  expect(seconds).toEqual([0, 3, 63]);
});

it('an instance stops retrying at a terminal status of its policy', async () => {
  const retryPolicy = { schedule: Array(9).fill(SECOND), jitter: 0, terminalStatuses: [422] as const };
  const { seconds } = await attemptsOf([500, 404, 422, 200], { webhooks: { retryPolicy } });
  expect(seconds).toEqual([0, 1, 2]);
});

it('an instance opens its breaker by the numbers of its policy', async () => {
  const breaker = { outagesInARow: 2, firstMs: 10 * SECOND, maxMs: 15 * SECOND };
  const retryPolicy = { schedule: Array(5).fill(SECOND), jitter: 0, breaker };
  const seen = await attemptsOf([], { webhooks: { retryPolicy } });
  expect(seen.seconds).toEqual([0, 1, 11, 26, 41, 56]);
  expect(seen.breaker.slice(0, 3)).toEqual([
    ['open', 10 * SECOND],
    ['open', 15 * SECOND],
    ['open', 15 * SECOND],
  ]);
});

it('the schedule of an administrator takes precedence over that of the settings of the host', async () => {
  const webhooks = { retryPolicy: { schedule: [3 * SECOND], jitter: 0 } };
  const { seconds } = await attemptsOf([], { webhooks, settings: { webhookRetrySchedule: [9 * SECOND] } });
  expect(seconds).toEqual([0, 9]);
});

it('an instance does not start with a policy that is not valid', async () => {
  const starting = createTestInstance({ webhooks: { retryPolicy: { jitter: 2 } } });
  await expect(starting).rejects.toMatchObject({
    code: 'OPTIONS_INVALID',
    extras: { details: [{ path: 'webhooks.retryPolicy.jitter' }] },
  });
});
