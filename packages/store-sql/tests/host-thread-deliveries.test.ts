import { channel } from 'node:diagnostics_channel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attempted, createThreadHarness, notify } from './delivery-thread/thread-harness.ts';
import { ADMIN } from './support/requests.ts';

const harness = createThreadHarness();
const { start, createWebhook } = harness;
const withDefaults = { thread: { hostConcurrency: undefined } };

/** The requests of the main thread. A channel belongs to one thread, so those of the delivery thread are not among them. */
let sentHere = 0;
const headers = channel('undici:client:sendHeaders');
const count = (): void => {
  sentHere += 1;
};
beforeEach(() => {
  sentHere = 0;
  headers.subscribe(count);
});
afterEach(() => {
  headers.unsubscribe(count);
});

/** A thread loads all modules again, which takes a second of CPU time: in a sample, only PostgreSQL gets one. */
const IS_SAMPLED = process.env.PORTCULLIS_TESTS === 'sampled';

describe.each([
  ['SQLite', () => harness.onSqlite()],
  ['PostgreSQL', () => harness.onPostgres()],
] as const)('a host with a delivery thread, on %s', (name, groundOf) => {
  const itWhole = it.skipIf(IS_SAMPLED && name === 'PostgreSQL');

  it('sends a small publication from its own thread, and its retry from the delivery thread', async () => {
    const { portcullis } = await start(groundOf(), withDefaults);
    await createWebhook(portcullis);
    const responses = [503];
    harness.receiver.respond((_request, response) => void response.writeHead(responses.shift() ?? 200).end());
    const done = attempted(portcullis, 1);
    await notify(portcullis, 'small');
    await done;
    expect(harness.receiver.requests).toHaveLength(2);
    expect(sentHere).toBe(1);
    const { node } = await portcullis.webhooks.stats(ADMIN);
    expect(node).toEqual({ inFlight: 0, attempts: { succeeded: 1, failed: 1 } });
  });

  itWhole('leaves a publication to more webhooks to the delivery thread', async () => {
    const { portcullis } = await start(groundOf(), { thread: { hostConcurrency: 2 } });
    for (let each = 0; each < 3; each += 1) await createWebhook(portcullis);
    const done = attempted(portcullis, 3);
    await notify(portcullis, 'large');
    await done;
    expect(harness.receiver.requests).toHaveLength(3);
    expect(sentHere).toBe(0);
  });
});

it('an attempt of the host continues when the delivery thread dies, and its endpoint gets it once', async () => {
  const { portcullis } = await start(harness.onSqlite(), {
    thread: {
      module: new URL('./delivery-thread/dying-thread.ts', import.meta.url),
      hostConcurrency: undefined,
    },
  });
  await createWebhook(portcullis);
  const held: (() => void)[] = [];
  harness.receiver.respond(({ body }, response) => {
    if (body.includes('first')) held.push(() => response.end());
    else response.end();
  });
  await notify(portcullis, 'first');
  await harness.receiver.received(1);
  // The endpoint gets one delivery of the host at a time, so the delivery thread takes this one, and dies of it.
  const second = attempted(portcullis, 1);
  await notify(portcullis, 'second');
  await second;
  const first = attempted(portcullis, 1);
  for (const respond of held) respond();
  await first;
  expect(held).toHaveLength(1);
  const { records } = await portcullis.webhooks.history(ADMIN, { includeGlobal: true });
  expect(records.filter(({ response }) => JSON.stringify(response).includes('INTERRUPTED'))).toHaveLength(1);
});

it('the delivery thread sends the deliveries of tenants whose concurrency is limited', async () => {
  const { portcullis } = await start(harness.onSqlite(), {
    ...withDefaults,
    tenants: { limits: { concurrentDeliveries: 1 } },
  });
  await portcullis.tenants.create({ id: 'limited' });
  const limited = portcullis.tenant('limited');
  await createWebhook(limited);
  const done = attempted(portcullis, 1);
  await notify(limited, 'limited');
  await done;
  expect(harness.receiver.requests).toHaveLength(1);
  expect(sentHere).toBe(0);
});
