import { createPortcullis, createStaticSecretKeys, type OperationResponse } from '@portcullis/core';
import { clientConfiguredPlugin, createFakeTransport } from '@portcullis/testing';
import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresStore } from '../src/postgres.ts';
import { ADMIN, WEBHOOK } from './support/requests.ts';

const COUNT = 8;

let database: PostgresDatabase;
beforeAll(async () => {
  database = await openPostgresDatabase();
});
afterAll(() => database?.stop());

async function start() {
  const store = createPostgresStore({ connectionString: database.connectionString });
  const transport = createFakeTransport();
  const portcullis = await createPortcullis({
    plugins: [clientConfiguredPlugin()],
    store,
    transport,
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
  });
  return { store, portcullis, transport };
}

describe('several changes of the same thing at once, on a store with several writers', () => {
  it('to a setting are all written, the first time and later', async () => {
    const { portcullis } = await start();
    await using _ = portcullis;
    for (const base of [5000, 6000]) {
      const values = Array.from({ length: COUNT }, (_each, index) => base + index);
      await Promise.all(values.map((webhookDeadlineMs) => portcullis.settings.update(ADMIN, { webhookDeadlineMs })));
      expect(values).toContain((await portcullis.settings.get(ADMIN)).webhookDeadlineMs);
    }
  });

  it('to the key of an integration leave one key without an end', async () => {
    const { portcullis, store } = await start();
    await using _ = portcullis;
    const { id } = (await portcullis.integrations.create(ADMIN, { type: 'Remote' })) as OperationResponse;
    const integrationId = Number(id);
    await Promise.all(Array.from({ length: COUNT }, () => portcullis.integrations.regenerate(ADMIN, integrationId)));
    expect(await store.count('integrationKeys', { integrationId })).toBe(COUNT + 1);
    expect(await store.count('integrationKeys', { integrationId, validUntil: null })).toBe(1);
  });

  it('to the state of a webhook do not hold a delivery that was published while the webhook was resumed', async () => {
    const { portcullis, store, transport } = await start();
    await using _ = portcullis;
    const { createdWebhooks } = await portcullis.webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
    const webhookId = createdWebhooks[0]?.id as number;
    const notify = (tagName: string) => portcullis.notifications.notify({ kind: 'tagCreated', metadata: { tagName } });
    await portcullis.webhooks.update(ADMIN, webhookId, { paused: true });
    await notify('while paused');
    const client = new Client(database.connectionString);
    await client.connect();
    const waiting = async () =>
      (await client.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).rowCount;
    const other = new Client(database.connectionString);
    await other.connect();
    // Another node resumes the webhook.
    await other.query('begin; select * from portcullis_endpoint_queues for update');
    const published = notify('while resumed');
    await expect.poll(waiting, { interval: 5 }).toBe(1);
    await other.query(`
      update portcullis_webhooks set state = 'active';
      update portcullis_endpoint_queues set overflow = held, held = 0, next_due_at = 0;
      update portcullis_meta set value = to_json(value::text::bigint + 1) where name = 'subscriptions-version';
      commit`);
    await Promise.all([published, other.end(), client.end()]);
    // Any change wakes the endpoint queue.
    await portcullis.webhooks.update(ADMIN, webhookId, { name: 'Resumed' });
    await expect.poll(() => transport.requests).toHaveLength(2);
    expect(await portcullis.webhooks.get(ADMIN, webhookId)).toMatchObject({ delivery: { pending: 0, held: 0 } });
    await expect.poll(() => store.count('deliveries', { status: 'succeeded' })).toBe(2);
  });
});
