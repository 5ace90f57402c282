import { join } from 'node:path';
import { createMemoryStore, createStaticSecretKeys, createUndiciTransport, runDispatcher } from '@portcullis/core';
import { describe, expect, it } from 'vitest';
import { attempted, createThreadHarness, notify } from './delivery-thread/thread-harness.ts';
import { ADMIN } from './support/requests.ts';

const harness = createThreadHarness();
const { start, createWebhook } = harness;

/** A thread loads all modules again, which takes a second of CPU time: in a sample, only PostgreSQL gets one. */
const IS_SAMPLED = process.env.PORTCULLIS_TESTS === 'sampled';

describe.each([
  ['SQLite', () => harness.onSqlite()],
  ['PostgreSQL', () => harness.onPostgres()],
] as const)('a dispatcher in a thread, on %s', (name, groundOf) => {
  const itWhole = it.skipIf(IS_SAMPLED && name === 'PostgreSQL');

  it('delivers published notifications, reports to the main thread, and retries', async () => {
    const { portcullis } = await start(groundOf());
    await createWebhook(portcullis);
    let responses = 0;
    harness.receiver.respond((_request, response) => {
      responses += 1;
      response.writeHead(responses === 1 ? 503 : 200).end();
    });
    const done = attempted(portcullis, 20);
    await Promise.all(Array.from({ length: 20 }, (_each, index) => notify(portcullis, `tag ${index}`)));
    await done;
    expect(harness.receiver.requests).toHaveLength(21);
    expect(harness.receiver.requests.every(({ headers }) => 'webhook-signature' in headers)).toBe(true);
    const { node } = await portcullis.webhooks.stats(ADMIN);
    expect(node).toEqual({ inFlight: 0, attempts: { succeeded: 20, failed: 1 } });
  });

  itWhole('retries by the policy of the instance, and reports failures at the times of the instance', async () => {
    const { portcullis } = await start(groundOf(), {
      settings: { recurringValidationPeriodMs: 0 },
      webhooks: { retryPolicy: { schedule: [10], terminalStatuses: [404] }, failingAfter: 1 },
    });
    await createWebhook(portcullis);
    const failing: number[] = [];
    portcullis.events.on('delivery.failing', ({ statusCode }) => failing.push(statusCode));
    const exhausted: number[] = [];
    const responses = [404, 503, 503];
    harness.receiver.respond((_request, response) => void response.writeHead(responses.shift() ?? 200).end());
    portcullis.events.on('delivery.exhausted', ({ statusCode }) => exhausted.push(statusCode));
    for (const tag of ['not wanted', 'not taken']) {
      const exhausted = new Promise((resolve) => portcullis.events.on('delivery.exhausted', resolve));
      await notify(portcullis, tag);
      await exhausted;
    }
    expect(harness.receiver.requests).toHaveLength(3);
    expect({ exhausted, failing }).toEqual({ exhausted: [404, 503], failing: [503] });
  });

  itWhole('leaves manual retries and tests to the thread that receives the call', async () => {
    const { portcullis } = await start(groundOf());
    const { createdWebhooks } = await createWebhook(portcullis);
    const done = attempted(portcullis, 1);
    await notify(portcullis, 'tag');
    await done;
    const { records } = await portcullis.webhooks.history(ADMIN, { includeGlobal: true });
    await portcullis.webhooks.retry(ADMIN, records.at(-1)?.id ?? 0);
    await portcullis.webhooks.test(ADMIN, createdWebhooks.at(-1)?.id ?? 0);
    expect(harness.receiver.requests).toHaveLength(3);
  });

  itWhole('is restarted after it dies in the middle of a delivery, and delivers it and all others', async () => {
    const { portcullis, logger } = await start(groundOf(), {
      thread: { module: new URL('./delivery-thread/dying-thread.ts', import.meta.url) },
    });
    await createWebhook(portcullis);
    const failure = new Promise((resolve) => portcullis.events.on('background.error', resolve));
    const done = new Set<number>();
    const all = new Promise<void>((resolve) => {
      portcullis.events.on('delivery.attempted', ({ eventId, succeeded }) => {
        if (succeeded) done.add(eventId);
        if (done.size === 3) resolve();
      });
    });
    await notify(portcullis, 'kills');
    expect(await failure).toMatchObject({ task: 'delivery-thread' });
    await notify(portcullis, 'while no dispatcher runs');
    await notify(portcullis, 'and another one');
    await all;
    const { records } = await portcullis.webhooks.history(ADMIN, {
      includeGlobal: true,
      sortField: 'id',
      sortOrder: 'asc',
    });
    const killed = records.slice(-4).map(({ response }) => response.body);
    expect(killed).toContainEqual(expect.objectContaining({ code: 'INTERRUPTED' }));
    expect(logger.entries.map(({ message }) => message)).toContainEqual(
      expect.stringContaining("The dispatcher's thread has ended"),
    );
  });

  itWhole('ends running deliveries when the instance closes', async () => {
    const ground = groundOf();
    const { portcullis } = await start(ground);
    await createWebhook(portcullis);
    harness.receiver.respond((_request, response) => void setTimeout(() => response.end(), 50));
    await notify(portcullis, 'slow');
    await harness.receiver.received(1);
    await portcullis.close();
    const store = ground.store();
    await store.open();
    const left = await store.find('deliveries', { where: { status: { in: ['leased', 'pending'] } } });
    await store.close();
    expect(left).toEqual([]);
  });
});

it('an export and a removal of a tenant wait until the thread knows its state, even on SQLite', async () => {
  const { portcullis } = await start(harness.onSqlite());
  const { tenants } = portcullis;
  for (const id of ['moved', 'removed']) await tenants.create({ id });
  await tenants.suspend('moved');
  let hasBegun = false;
  const exported = tenants.export('moved').then(() => {
    hasBegun = true;
  });
  const removal = tenants.remove('removed');
  for (let turn = 0; turn < 20; turn += 1) await tenants.list();
  expect(hasBegun).toBe(false);
  while ((await tenants.get('removed')).state !== 'removing') await tenants.list();
  await exported;
  expect(await removal).toMatchObject({ removed: { tenants: 1 } });
});

describe('a delivery thread is rejected', () => {
  it('with an in-memory store', async () => {
    const starting = start({ environment: {}, store: createMemoryStore });
    await expect(starting).rejects.toThrow('needs a store that two threads can open');
  });

  it('without the custom parts of the instance', async () => {
    const transport = createUndiciTransport();
    await expect(start(harness.onSqlite(), { transport })).rejects.toThrow('createPortcullis got a custom transport');
    await transport.close();
  });

  it('with a different file from the instance', async () => {
    const ground = harness.onSqlite();
    const environment = { THREAD_FILE: join(harness.folder, 'other.sqlite') };
    await expect(start({ ...ground, environment })).rejects.toThrow('name the same one');
  });

  it('with a different key from the instance', async () => {
    const ground = harness.onSqlite();
    await expect(start({ ...ground, environment: { ...ground.environment, THREAD_KEY: '8' } })).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
    });
  });

  it('whose module cannot be loaded', async () => {
    const webhooks = { thread: new URL('./delivery-thread/nothing.ts', import.meta.url) };
    await expect(start(harness.onSqlite(), { webhooks })).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
  });

  it('if no instance has started it', async () => {
    const { store } = harness.onSqlite();
    const secretKeys = createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } });
    await expect(runDispatcher({ store: store(), secretKeys })).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
  });
});
