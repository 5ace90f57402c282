import { createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createPostgresStore } from '@portcullis/store-sql/postgres';
import { createFakeClock } from '@portcullis/testing';
import { openPostgresDatabase } from '@portcullis/testing/postgres';
import { Pool, type PoolClient } from 'pg';
import { expect, it } from 'vitest';
import { makeWebhooks } from './webhooks.ts';

const HOUR_S = 3600;

it('an idle node with many endpoints sends PostgreSQL at most one query in five seconds', async () => {
  const postgres = await openPostgresDatabase();
  const pool = new Pool({ connectionString: postgres.connectionString, max: 2 }).on('error', () => {});
  let queries = 0;
  const counted = new WeakSet<PoolClient>();
  pool.on('connect', (client) => {
    if (counted.has(client)) return;
    counted.add(client);
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    client.query = ((...parameters: unknown[]) => {
      queries += 1;
      return query(...parameters);
    }) as typeof client.query;
  });
  const clock = createFakeClock();
  const node = await createPortcullis({
    plugins: [],
    store: createPostgresStore({ pool }),
    secretKeys: createStaticSecretKeys({ current: 'test', keys: { test: new Uint8Array(32).fill(7) } }),
    webhooks: { allow: [{ cidr: '127.0.0.1/32' }], maxPerRequest: 1000 },
    clock,
  });
  try {
    await makeWebhooks(node, 'http://127.0.0.1:8080', 1000);
    queries = 0;
    for (let second = 0; second < HOUR_S; second += 1) {
      clock.advance(1000);
      // Work that the clock has triggered finishes before the clock advances: a query of the test waits for the earlier
      // queries.
      if (second % 5 === 0) await node.health();
    }
    const own = queries - HOUR_S / 5;
    expect(own / HOUR_S).toBeLessThanOrEqual(0.2);
    expect(own).toBeGreaterThan(0);
  } finally {
    await node.close();
    await pool.end();
    await postgres.stop();
  }
});
