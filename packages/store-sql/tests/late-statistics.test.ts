import { createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createFakeClock, createFakeTransport, interceptStore } from '@portcullis/testing';
import { openPostgresDatabase } from '@portcullis/testing/postgres';
import { Client } from 'pg';
import { expect, it, vi } from 'vitest';
import { createPostgresStore } from '../src/postgres.ts';
import { ADMIN, WEBHOOK } from './support/requests.ts';

it('statistics that are written during the removal of their tenant are removed with it', async () => {
  const postgres = await openPostgresDatabase();
  const client = new Client(postgres.connectionString);
  await client.connect();
  const clock = createFakeClock(Date.now());
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const store = interceptStore(createPostgresStore({ connectionString: postgres.connectionString }), {
    async call({ operation, table }, proceed) {
      if (operation === 'insert' && table === 'deliveryStatistics') {
        reached.resolve();
        await released.promise;
      }
      return proceed();
    },
  });
  const secretKeys = createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } });
  const transport = createFakeTransport(() => 200);
  const portcullis = await createPortcullis({ plugins: [], store, secretKeys, transport, clock });
  await portcullis.tenants.create({ id: 'acme' });
  const acme = portcullis.tenant('acme');
  await acme.webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
  await acme.notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'PII' } });
  await expect.poll(() => store.scoped('acme').count('deliveries', { status: 'succeeded' })).toBe(1);
  clock.advance(60_000);
  await reached.promise;

  let hasEnded = false;
  const removal = portcullis.tenants.remove('acme').finally(() => {
    hasEnded = true;
  });
  const waitsForLock = async () => {
    const { rows } = await client.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    return rows.length > 0;
  };
  /** Passes the time in which all nodes learn of the removal. */
  const untilEndedOr = (isReached: () => Promise<boolean>) =>
    vi.waitFor(async () => {
      clock.advance(2000);
      expect(hasEnded || (await isReached())).toBe(true);
    }, 60_000);
  await untilEndedOr(waitsForLock);
  released.resolve();
  await untilEndedOr(async () => false);
  const { remaining } = await removal;
  await portcullis.close();
  const { rows } = await client.query('select from portcullis_delivery_statistics');
  await client.end();
  await postgres.stop();
  expect(remaining.deliveryStatistics).toBe(0);
  expect(rows).toEqual([]);
});
