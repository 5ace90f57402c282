import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  APPLICATION_ADMIN,
  createPortcullis,
  createStaticSecretKeys,
  type Portcullis,
  type Store,
  type TransportOutcome,
} from '@portcullis/core';
import { createFakeClock, createFakeTransport, type FakeClock, type FakeTransport } from '@portcullis/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSqliteStore } from '../src/sqlite.ts';
import { LONG_RESPONSE } from './full-disk/long-response.ts';
import { givePagesBack, takePages } from './full-disk/take-pages.ts';

const context = { principal: { id: 1, name: 'Operator', permissions: [APPLICATION_ADMIN], groups: [] } };
const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;
const webhook = {
  url: 'https://hooks.example.com/in',
  name: 'Audit',
  global: true,
  notificationType: ['tagCreated'],
  actionType: null,
};

let folder: string;
let store: Store;
let clock: FakeClock;
let transport: FakeTransport;
let portcullis: Portcullis;
let errors: { readonly task: string; readonly message: string }[];
let respond: (outcome: TransportOutcome) => void;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-full-'));
  store = createSqliteStore({ file: join(folder, 'store.sqlite'), maxBytes: 1_500_000 });
  clock = createFakeClock();
  errors = [];
  transport = createFakeTransport(
    () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  );
  portcullis = await createPortcullis({
    plugins: [],
    store,
    clock,
    transport,
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
  });
  portcullis.events.on('background.error', (error) => errors.push(error));
  await portcullis.webhooks.create(context, { webhooks: [webhook] });
});

afterEach(async () => {
  await portcullis.close({ deadlineMs: 0 });
  rmSync(folder, { recursive: true, force: true });
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise<void>((resolve) => setImmediate(resolve));
}

const written = async () => [
  await store.count('events', { kind: 'tagCreated' }),
  await store.count('deliveries', {}),
  (await store.find('endpointQueues')).map(({ pending, nextDueAt }) => [pending, nextDueAt]),
];

it('a notification without disk space is rejected with a code, and nothing of it is written', async () => {
  await takePages(store);
  const before = await written();
  for (let time = 0; time < 3; time += 1) {
    await expect(portcullis.notifications.notify(tag)).rejects.toMatchObject({
      code: 'STORE_FULL',
      message: expect.stringContaining('no space left'),
    });
  }
  expect(await written()).toEqual(before);
  expect(transport.requests).toEqual([]);

  await givePagesBack(store);
  await portcullis.notifications.notify(tag);
  await until(() => transport.open === 1);
  respond(LONG_RESPONSE);
  await until(async () => (await store.count('deliveries', { status: 'succeeded' })) === 1);
  expect(await store.count('attempts', {})).toBe(1);
});

it('an outcome without disk space is kept, reported, and recorded once there is space, without a second request', async () => {
  await portcullis.notifications.notify(tag);
  await until(() => transport.open === 1);
  await takePages(store);
  respond(LONG_RESPONSE);
  await until(() => errors.length > 0);
  expect(errors).toEqual([{ task: 'deliver', code: 'STORE_FULL', message: expect.stringContaining('no space left') }]);
  // The dispatcher tries each second, and reports once a minute.
  for (let reports = 2; reports < 5; reports += 1) {
    clock.advance(60_000);
    await until(() => errors.length >= reports);
  }
  expect(await store.count('attempts', {})).toBe(0);
  expect(await store.find('deliveries')).toMatchObject([{ status: 'leased', attempts: 1 }]);

  await givePagesBack(store);
  clock.advance(1000);
  await until(async () => (await store.count('deliveries', { status: 'succeeded' })) === 1);
  expect(await store.find('attempts')).toMatchObject([{ succeeded: true, number: 1 }]);
  expect(transport.requests).toHaveLength(1);
});
