import { createPortcullis, createStaticSecretKeys, type OperationResponse } from '@portcullis/core';
import { clientConfiguredPlugin } from '@portcullis/testing';
import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresStore } from '../src/postgres.ts';
import { ADMIN } from './support/requests.ts';

const COUNT = 8;

let database: PostgresDatabase;
beforeAll(async () => {
  database = await openPostgresDatabase();
});
afterAll(() => database?.stop());

async function start() {
  const store = createPostgresStore({ connectionString: database.connectionString });
  const portcullis = await createPortcullis({
    plugins: [clientConfiguredPlugin()],
    store,
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
  });
  return { store, portcullis };
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
});
