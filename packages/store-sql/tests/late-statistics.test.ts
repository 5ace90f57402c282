import { createPortcullis, createStaticSecretKeys, type Portcullis, type Store } from '@portcullis/core';
import { createFakeClock, createFakeTransport, type FakeClock, interceptStore } from '@portcullis/testing';
import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPostgresStore } from '../src/postgres.ts';
import { ADMIN, WEBHOOK } from './support/requests.ts';

const HOUR = 3_600_000;
const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;

let postgres: PostgresDatabase;
let client: Client;
let clock: FakeClock;
let store: Store;
let portcullis: Portcullis;
/** The span of the statistics whose next insertion is held back. */
let heldSpan: string;
let reached: PromiseWithResolvers<void>;
let released: PromiseWithResolvers<void>;

beforeEach(async () => {
  postgres = await openPostgresDatabase();
  client = new Client(postgres.connectionString);
  await client.connect();
  clock = createFakeClock(Date.now());
  reached = Promise.withResolvers<void>();
  released = Promise.withResolvers<void>();
  store = interceptStore(createPostgresStore({ connectionString: postgres.connectionString }), {
    async call({ operation, table, rows: [row] }, proceed) {
      const isHeld = operation === 'insert' && table === 'deliveryStatistics';
      if (isHeld && (row as { readonly span?: string } | undefined)?.span === heldSpan) {
        reached.resolve();
        await released.promise;
      }
      return proceed();
    },
  });
  const secretKeys = createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } });
  const transport = createFakeTransport(() => 200);
  portcullis = await createPortcullis({ plugins: [], store, secretKeys, transport, clock });
  await portcullis.tenants.create({ id: 'acme' });
  const acme = portcullis.tenant('acme');
  await acme.webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
  await acme.notifications.notify(tag);
  await expect.poll(() => store.scoped('acme').count('deliveries', { status: 'succeeded' })).toBe(1);
});
afterEach(async () => {
  released.resolve();
  await portcullis?.close();
  await client?.end();
  await postgres?.stop();
});

async function waitsForLock(): Promise<boolean> {
  const { rows } = await client.query(
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return rows.length > 0;
}

/** Passes hours until the hours of statistics are held back. */
async function untilFolded(): Promise<void> {
  let isFolded = false;
  void reached.promise.then(() => {
    isFolded = true;
  });
  await vi.waitFor(() => {
    clock.advance(HOUR);
    expect(isFolded).toBe(true);
  }, 60_000);
}

/** Releases the insertion when the removal waits for it, or has ended. Passes time while it waits. */
async function completeRemoval<Result>(removing: Promise<Result>): Promise<Result> {
  let hasEnded = false;
  const removal = removing.finally(() => {
    hasEnded = true;
  });
  const untilEndedOr = (isReached: () => Promise<boolean>) =>
    vi.waitFor(async () => {
      clock.advance(2000);
      expect(hasEnded || (await isReached())).toBe(true);
    }, 60_000);
  await untilEndedOr(waitsForLock);
  released.resolve();
  await untilEndedOr(async () => false);
  return removal;
}

it('statistics that are written during the removal of their tenant are removed with it', async () => {
  heldSpan = 'minute';
  clock.advance(60_000);
  await reached.promise;
  const { remaining } = await completeRemoval(portcullis.tenants.remove('acme'));
  await portcullis.close();
  const { rows } = await client.query('select from portcullis_delivery_statistics');
  expect(remaining.deliveryStatistics).toBe(0);
  expect(rows).toEqual([]);
});

it('statistics that are folded during the removal of their webhook are removed with it', async () => {
  heldSpan = 'hour';
  clock.advance(60_000);
  const own = store.scoped('acme');
  await expect.poll(() => own.count('deliveryStatistics', { webhookId: { not: 0 } })).toBe(1);
  await untilFolded();
  const [webhook] = await own.find('webhooks');
  await completeRemoval(portcullis.tenant('acme').webhooks.remove(ADMIN, webhook?.id ?? 0));
  await portcullis.close();
  const { rows } = await client.query('select from portcullis_delivery_statistics where webhook_id <> 0');
  expect(rows).toEqual([]);
});
