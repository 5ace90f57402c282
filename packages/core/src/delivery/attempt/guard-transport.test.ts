import { createFakeTransport } from '@portcullis/testing';
import { expect, it } from 'vitest';
import { ADMIN, createTestInstance } from '../../../tests/support/create-test-instance.ts';
import { settled } from '../../../tests/support/settled.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { HttpTransport } from '../../ports/http-transport.ts';

const FAULTY = 'https://faulty.example.com/';
const RESPONSE = {
  kind: 'response',
  statusCode: 200,
  headers: {},
  body: new Uint8Array(),
  bodyBytes: 0,
  truncated: false,
  timing: { totalMs: 1 },
};
const FAILURE = { kind: 'failure', code: 'ECONNRESET', phase: 'headers', connect: false, timing: { totalMs: 1 } };
const never = new Promise<never>(() => {});

/** An instance whose transport has a defect with one of two receivers, after a notification. */
async function start(sendFaulty: (signal: AbortSignal) => unknown) {
  const healthy = createFakeTransport();
  let requests = 0;
  const send = (async (request, signal) => {
    if (request.url !== FAULTY) return healthy.send(request, signal);
    requests += 1;
    return sendFaulty(signal);
  }) as HttpTransport['send'];
  const transport = { ...healthy, send };
  const settings = { webhookAutomaticRetry: false };
  // A closed instance leaves it open, so that a test can read it.
  const unclosed = { ...createMemoryStore(), close: async () => {} };
  const instance = await createTestInstance({ transport, settings, store: unclosed });
  const { portcullis, store } = instance;
  const webhooks = [webhookBody({ url: FAULTY }), webhookBody()];
  await portcullis.webhooks.create(ADMIN, { webhooks });
  await portcullis.notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'PII' } });
  await settled(60);
  const attempts = async () => {
    const rows = await store.find('attempts', { orderBy: [['webhookId', 'asc']] });
    return rows.map(({ errorCode, statusCode }) => errorCode ?? statusCode);
  };
  return { ...instance, attempts, requests: () => requests };
}

const FAILED = ['TRANSPORT_FAILED', 200];

it.each<[string, () => unknown]>([
  ['rejects', () => Promise.reject(new Error('The gateway is down.'))],
  ['rejects with nothing', () => Promise.reject()],
  ['responds with nothing', () => undefined],
  ['responds without a kind', () => ({})],
  ['responds without a status', () => ({ ...RESPONSE, statusCode: Number.NaN })],
  ['responds with a status that is a text', () => ({ ...RESPONSE, statusCode: '200' })],
  ['fails with a code that is a number', () => ({ ...FAILURE, code: 7 })],
  ['fails without a timing', () => ({ ...FAILURE, timing: undefined })],
  ['fails as if it was aborted', () => ({ ...FAILURE, code: 'ABORTED' })],
])('a transport that %s has failed, and the outcomes of others are recorded', async (_fault, sendFaulty) => {
  const { attempts, logger, requests } = await start(sendFaulty);
  expect(await attempts()).toEqual(FAILED);
  expect(requests()).toBe(1);
  const logged = logger.entries.filter(({ message }) => message === 'The transport of the host failed.');
  expect(logged).toMatchObject([{ level: 'error', details: { task: 'send', error: expect.any(String) } }]);
});

it.each<[string, object]>([
  ['headers', { headers: undefined }],
  ['headers that are a record', { headers: new Headers({ a: 'b' }) }],
  ['a body of bytes', { body: 'ok' }],
  ['a timing', { timing: undefined }],
])('a response without %s has delivered, and its defect is in the log', async (_missing, part) => {
  const { attempts, logger } = await start(() => ({ ...RESPONSE, ...part }));
  expect(await attempts()).toEqual([200, 200]);
  const { details } = logger.entries.find(({ message }) => message === 'The transport of the host failed.') ?? {};
  expect(details?.error).toContain(`Its outcome is not valid. ${Object.keys(part)[0]}`);
});

it('a transport that does not end has failed a second after the deadline', async () => {
  const { attempts, clock } = await start(() => never);
  clock.advance(10_000);
  await settled(60);
  expect(await attempts()).toEqual([200]);
  clock.advance(1000);
  await settled(60);
  expect(await attempts()).toEqual(FAILED);
});

it('a request that was aborted does not count, whether its transport rejects or not', async () => {
  for (const sendFaulty of [
    (signal: AbortSignal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    () => never,
  ]) {
    const { portcullis, store, logger } = await start(sendFaulty);
    await portcullis.close({ deadlineMs: 0 });
    expect(await store.find('deliveries', { where: { webhookId: 1 } })).toMatchObject([
      { status: 'pending', attempts: 0 },
    ]);
    expect(logger.entries.filter(({ level }) => level === 'error')).toEqual([]);
  }
});
