import { createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createFakeClock, createFakeTransport } from '@portcullis/testing';
import { openPostgresDatabase } from '@portcullis/testing/postgres';
import { expect, it } from 'vitest';
import { createPostgresStore } from '../src/postgres.ts';
import { ADMIN, WEBHOOK } from './support/requests.ts';

const IDS = Array.from({ length: 6 }, (_each, index) => `customer-${index}`);

it('two nodes change many tenants at once, and each learns of the changes of the other within two seconds', async () => {
  const { connectionString, stop } = await openPostgresDatabase();
  try {
    const clock = createFakeClock(Date.now());
    const openNode = () =>
      createPortcullis({
        plugins: [],
        store: createPostgresStore({ connectionString }),
        secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
        transport: createFakeTransport(() => 200),
        clock,
      });
    await using one = await openNode();
    await using two = await openNode();
    for (const id of IDS) {
      await one.tenants.create({ id });
      await one.tenant(id).webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
      await two.tenant(id).settings.get(ADMIN);
    }
    const notify = (id: string) =>
      one.tenant(id).notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'PII' } });
    await Promise.all(
      IDS.flatMap((id, index) => [
        one.tenant(id).settings.update(ADMIN, { webhookDeadlineMs: 7000 }),
        two.tenant(id).settings.update(ADMIN, { recurringValidationPeriodMs: 0 }),
        one.tenants.update(id, { limits: { webhooks: index + 1 } }),
        notify(id),
      ]),
    );
    await Promise.all(IDS.slice(0, 3).map((id) => one.tenants.suspend(id)));
    clock.advance(2000);
    for (const id of IDS.slice(3)) {
      expect(await two.tenant(id).settings.get(ADMIN)).toMatchObject({
        webhookDeadlineMs: 7000,
        recurringValidationPeriodMs: 0,
      });
    }
    for (const id of IDS.slice(0, 3)) {
      await expect(two.tenant(id).settings.get(ADMIN)).rejects.toMatchObject({ code: 'TENANT_SUSPENDED' });
    }
  } finally {
    await stop();
  }
});
