import { createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createPostgresStore } from '@portcullis/store-sql/postgres';
import { openPostgresDatabase } from '@portcullis/testing/postgres';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';

it('a node is not healthy while its sessions are read-only, as after a switchover, and replaces them afterwards', async () => {
  const { connectionString, stop } = await openPostgresDatabase();
  onTestFinished(stop);
  const portcullis = await createPortcullis({
    plugins: [],
    store: createPostgresStore({ connectionString, listen: false }),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 1) } }),
    webhooks: { concurrency: 0 },
  });
  const admin = new Client({ connectionString, options: '-c default_transaction_read_only=off' });
  await admin.connect();
  const database = new URL(connectionString).pathname.slice(1);
  const endSessions =
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
  const health = () =>
    portcullis.health().then(
      ({ status }) => status,
      ({ cause }) => cause?.code,
    );
  await admin.query(`alter database "${database}" set default_transaction_read_only = on; ${endSessions}`);
  await expect.poll(health).toBe('25006');
  expect(await health()).toBe('25006');
  await admin.query(`alter database "${database}" reset default_transaction_read_only`);
  await expect.poll(health).toBe('ok');
  await admin.end();
  await portcullis.close();
});
