import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPortcullis, createStaticSecretKeys, type Store } from '@portcullis/core';
import { createFakeClock, createFakeTransport } from '@portcullis/testing';
import { openPostgresDatabase } from '@portcullis/testing/postgres';
import { expect, it, vi } from 'vitest';
import { createPostgresStore } from '../src/postgres.ts';
import { createSqliteStore } from '../src/sqlite.ts';
import { ADMIN, WEBHOOK } from './support/requests.ts';

const DAY = 86_400_000;
const EVENTS = 5;

async function expectLife(store: Store): Promise<void> {
  let status = 500;
  const transport = createFakeTransport(() => status);
  const clock = createFakeClock(Date.now());
  const secretKeys = createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } });
  await using portcullis = await createPortcullis({ plugins: [], store, secretKeys, transport, clock });
  await portcullis.tenants.create({ id: 'acme' });
  const acme = portcullis.tenant('acme');
  const own = store.scoped('acme');
  await acme.webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
  for (let event = 0; event < EVENTS; event += 1) {
    await acme.notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'PII' } });
  }
  const untilPending = (count: number) =>
    vi.waitFor(async () => expect(await own.find('endpointQueues')).toMatchObject([{ pending: count }]), 10_000);
  await vi.waitFor(() => expect(transport.requests).toHaveLength(EVENTS), 10_000);
  await untilPending(EVENTS);
  await portcullis.tenants.suspend('acme');
  status = 200;
  clock.advance(DAY);
  await vi.waitFor(async () => expect(await own.find('endpointQueues')).toMatchObject([{ nextDueAt: null }]), 10_000);
  expect(transport.requests).toHaveLength(EVENTS);
  await portcullis.tenants.resume('acme');
  await vi.waitFor(async () => expect(await own.count('deliveries', { status: 'succeeded' })).toBe(EVENTS), 10_000);
  expect(transport.requests).toHaveLength(2 * EVENTS);
  const { days } = await portcullis.tenants.usage('acme');
  expect(days.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(EVENTS);
  expect(days.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(2 * EVENTS);
  let hasEnded = false;
  const removal = portcullis.tenants.remove('acme').finally(() => {
    hasEnded = true;
  });
  // On a shared store, the call waits until every node has the change. Its timer may be set at any moment.
  await vi.waitFor(() => {
    clock.advance(2000);
    expect(hasEnded).toBe(true);
  }, 60_000);
  const { removed, remaining } = await removal;
  expect(removed).toMatchObject({ tenants: 1, webhooks: 1, events: EVENTS, deliveries: EVENTS, attempts: 2 * EVENTS });
  expect(new Set(Object.values(remaining))).toEqual(new Set([0]));
}

it('holds the deliveries of a suspended tenant, and removes every row of it, on SQLite', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-'));
  try {
    await expectLife(createSqliteStore({ file: join(directory, 'store.sqlite') }));
  } finally {
    rmSync(directory, { recursive: true });
  }
});

it('holds the deliveries of a suspended tenant, and removes every row of it, on PostgreSQL', async () => {
  const { connectionString, stop } = await openPostgresDatabase();
  try {
    await expectLife(createPostgresStore({ connectionString }));
  } finally {
    await stop();
  }
});
