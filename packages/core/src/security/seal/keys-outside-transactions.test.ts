import { clientConfiguredPlugin, createSimulatedPlatform, simulatedPlugin } from '@portcullis/testing';
import { expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createAndWait,
  createTestInstance,
} from '../../../tests/support/create-test-instance.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { SecretKeys } from '../../ports/secret-keys.ts';

it('no secret is sealed or opened with a key that is fetched while a transaction waits', async () => {
  const store = createMemoryStore();
  const calls: boolean[] = [];
  const secretKeys = {
    currentKeyId: '1',
    async key() {
      calls.push(store.insideTransaction?.() ?? false);
      return Buffer.alloc(32, 7);
    },
  };
  const platform = createSimulatedPlatform();
  const plugins = [simulatedPlugin(platform), clientConfiguredPlugin()];
  const instance = await createTestInstance({ store, secretKeys, platform, plugins });
  const { integrations, webhooks } = instance.portcullis;
  const id = await createAndWait(instance);
  await integrations.update(ADMIN, id, bodyOf({ retentionDays: 5 }));
  await integrations.whenIdle(id);
  await integrations.rotateSecret(ADMIN, id, CREDENTIALS);
  await integrations.whenIdle(id);
  await integrations.create(ADMIN, { type: 'Remote' }, { idempotencyKey: 'one' });
  await integrations.regenerate(ADMIN, id + 1);
  await webhooks.create(ADMIN, { webhooks: [webhookBody({ secret: 'first' })] }, { idempotencyKey: 'two' });
  await webhooks.update(ADMIN, 1, { secret: 'second' });
  secretKeys.currentKeyId = '2';
  await webhooks.update(ADMIN, 1, { secret: 'third' });
  expect(await store.count('secrets', {})).toBeGreaterThan(3);
  expect(calls.length).toBeGreaterThan(6);
  expect(calls).not.toContain(true);
});

it('no key is fetched for webhooks without a secret', async () => {
  let isDown = false;
  const secretKeys: SecretKeys = {
    currentKeyId: '1',
    key: async () => (isDown ? Promise.reject(new Error('The service is down.')) : Buffer.alloc(32, 7)),
  };
  const { portcullis } = await createTestInstance({ secretKeys });
  isDown = true;
  const { createdWebhooks } = await portcullis.webhooks.create(ADMIN, { webhooks: [webhookBody()] });
  await portcullis.webhooks.update(ADMIN, createdWebhooks[0]?.id as number, { name: 'Another name' });
  const sealed = portcullis.webhooks.create(ADMIN, { webhooks: [webhookBody({ secret: 'first' })] });
  await expect(sealed).rejects.toMatchObject({ code: 'SECRET_KEY_UNKNOWN' });
});

it('a secret of a webhook whose key was thrown away is replaced without an overlap, or removed', async () => {
  const lost = new Set<string>();
  const secretKeys = {
    currentKeyId: '1',
    key: async (id: string) => (lost.has(id) ? Promise.reject(new Error('It was thrown away.')) : Buffer.alloc(32, 7)),
  };
  const { store, portcullis } = await createTestInstance({ secretKeys });
  const { webhooks } = portcullis;
  const keyIds = async () => (await store.find('secrets')).map(({ keyId }) => keyId);
  await webhooks.create(ADMIN, { webhooks: [webhookBody({ secret: 'first' }), webhookBody({ secret: 'other' })] });
  secretKeys.currentKeyId = '2';
  lost.add('1');
  await expect(webhooks.update(ADMIN, 1, { secret: 'second' })).rejects.toMatchObject({
    code: 'SECRET_KEY_UNKNOWN',
    message: expect.stringContaining('"secretOverlapHours": 0'),
  });
  await webhooks.update(ADMIN, 1, { secret: 'second', secretOverlapHours: 0 });
  await webhooks.update(ADMIN, 2, { secret: null });
  expect(await keyIds()).toEqual(['2']);
});
