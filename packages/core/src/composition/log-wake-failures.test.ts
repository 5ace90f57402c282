import { createFakeClock, createRecordingLogger } from '@portcullis/testing';
import { expect, it, vi } from 'vitest';
import { ADMIN } from '../../tests/support/create-test-instance.ts';
import { webhookBody } from '../../tests/support/webhook-body.ts';
import { createInProcessQueue } from '../adapters/in-process-queue.ts';
import { createMemoryStore } from '../adapters/memory-store/create-memory-store.ts';
import { createStaticSecretKeys } from '../adapters/static-secret-keys.ts';
import { createPortcullis } from '../create-portcullis.ts';

it('wake-ups that the queue of the host refuses leave one line a minute in the log', async () => {
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const failure = Object.assign(new Error('The broker is gone.'), { code: 'ECONNREFUSED' });
  const wake = vi.fn(() => Promise.reject(failure));
  const portcullis = await createPortcullis({
    plugins: [],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
    queue: { ...createInProcessQueue({ clock }), wake },
    clock,
    logger,
  });
  const { createdWebhooks } = await portcullis.webhooks.create(ADMIN, { webhooks: [webhookBody()] });
  const id = createdWebhooks[0]?.id as number;
  const change = () => portcullis.webhooks.update(ADMIN, id, { name: 'Another name' });
  const entry = {
    level: 'error',
    message: 'The queue refused a wake-up: its work waits until the store is checked.',
    details: { task: 'wake', code: 'ECONNREFUSED', error: 'The broker is gone.' },
  };
  const refused = () => logger.entries.filter(({ details }) => details?.task === 'wake');
  for (let times = 0; times < 3; times += 1) await change();
  expect(wake.mock.calls.length).toBeGreaterThan(2);
  expect(refused()).toMatchObject([entry]);
  await clock.advance(60_000);
  await change();
  expect(refused()).toMatchObject([entry, entry]);
  await portcullis.close();
});
