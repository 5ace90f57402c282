import { createFakeTransport } from '@portcullis/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ADMIN, bodyOf, createTestInstance } from '../../tests/support/create-test-instance.ts';
import { settled } from '../../tests/support/settled.ts';
import { webhookBody } from '../../tests/support/webhook-body.ts';
import { createMemoryStore } from '../adapters/memory-store/create-memory-store.ts';
import type { OperationResponse } from '../integrations/views/integration-views.ts';
import type { HostCallbacks } from '../options/host-callbacks.ts';

const never = new Promise<never>(() => {});
const FAULTS = {
  rejects: () => Promise.reject(new Error('The directory is down.')),
  'does not respond': () => never,
} as const;

/** An instance with a webhook, whose host fails from `fail` on. */
async function start(fault: keyof typeof FAULTS, store = createMemoryStore()) {
  let isDown = false;
  const permissionsOf: HostCallbacks['permissionsOf'] = async () => (isDown ? FAULTS[fault]() : ['APPLICATION_ADMIN']);
  const instance = await createTestInstance({ store, host: { permissionsOf }, transport: createFakeTransport() });
  await instance.portcullis.webhooks.create(ADMIN, { webhooks: [webhookBody()] });
  const { clock } = instance;
  /** Resolves when a call has ended, for which the clock advances. */
  const ended = async <Result>(call: Promise<Result>): Promise<Result> => {
    let isEnded = false;
    const end = call.finally(() => {
      isEnded = true;
    });
    end.catch(() => {});
    while (!isEnded) {
      await settled(10);
      clock.advance(1000);
    }
    return end;
  };
  return {
    ...instance,
    ended,
    fail() {
      isDown = true;
    },
  };
}

it.each(Object.keys(FAULTS) as (keyof typeof FAULTS)[])(
  'a set-up ends with its result although the host %s for the permissions of an owner',
  async (fault) => {
    const { portcullis, store, events, ended, fail } = await start(fault);
    fail();
    const { id } = (await ended(portcullis.integrations.create(ADMIN, bodyOf()))) as OperationResponse;
    expect(await ended(portcullis.integrations.whenIdle(Number(id)))).toMatchObject({ status: 'enabled' });
    expect(await store.count('deliveries', { status: 'held', holdReason: 'permission' })).toBe(2);
    expect(events.filter(({ name }) => name === 'background.error').map(({ event }) => event)).toContainEqual({
      task: 'publish',
      message: expect.stringContaining('host.permissionsOf failed, so deliveries are held'),
    });
  },
);

it.each(Object.keys(FAULTS) as (keyof typeof FAULTS)[])(
  'an API key is revoked although the host %s for the permissions of an owner',
  async (fault) => {
    const { portcullis, ended, fail } = await start(fault);
    const { id, key } = await portcullis.apiKeys.create(ADMIN, { name: 'CI' });
    fail();
    await ended(portcullis.apiKeys.revoke(ADMIN, Number(id)));
    expect(await portcullis.apiKeys.authenticate(key)).toBeUndefined();
  },
);

it('a set-up ends with its result although the host cannot shape its notifications, which are unchanged', async () => {
  const faults = [
    () => {
      throw new Error('The template is broken.');
    },
    async () => ({ text: 'too late', metadata: {} }),
    () => ({ text: 'no JSON', metadata: { count: 1n } }),
  ];
  let fault = 0;
  const shapePayload = () => faults[fault++ % faults.length]?.();
  const host = { shapePayload } as unknown as HostCallbacks;
  const transport = createFakeTransport();
  const { portcullis, events } = await createTestInstance({ host, transport });
  await portcullis.webhooks.create(ADMIN, { webhooks: [webhookBody()] });
  const { id } = (await portcullis.integrations.create(ADMIN, bodyOf())) as OperationResponse;
  expect(await portcullis.integrations.whenIdle(Number(id))).toMatchObject({ status: 'enabled' });
  await settled(60);
  const bodies = transport.requests.map(({ body }) => JSON.parse(Buffer.from(body).toString()));
  expect(bodies.map(({ metadata }) => metadata.toStatus)).toEqual(['creating', 'enabled']);
  const errors = events.filter(({ name }) => name === 'background.error').map(({ event }) => event);
  expect(errors).toContainEqual({
    task: 'publish',
    message: 'host.shapePayload failed, so a payload is that of the catalogue: The template is broken.',
  });
});

it('a notification of the host rejects if its payload is shaped to something else', async () => {
  const host = { shapePayload: async () => ({ text: 'too late', metadata: {} }) } as unknown as HostCallbacks;
  const { portcullis, store } = await createTestInstance({ host });
  const notification = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;
  await expect(portcullis.notifications.notify(notification)).rejects.toThrow('host.shapePayload must return a text');
  expect(await store.count('events', {})).toBe(0);
});

it('a notification of the host that does not get the permissions of an owner rejects after ten seconds', async () => {
  const { portcullis, store, ended, fail } = await start('does not respond');
  fail();
  const notification = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;
  await expect(ended(portcullis.notifications.notify(notification))).rejects.toThrow('within 10 seconds');
  expect(await store.count('events', {})).toBe(0);
});

it('a logger that fails does not interrupt deliveries, and is reported once', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const fail = () => {
    throw new Error('The log is full.');
  };
  const transport = createFakeTransport(() => 500);
  const logger = { debug: fail, info: fail, warn: fail, error: fail };
  const settings = { webhookAutomaticRetry: false };
  const { portcullis, store } = await createTestInstance({ logger, transport, settings });
  await portcullis.webhooks.create(ADMIN, { webhooks: [webhookBody()] });
  for (let each = 0; each < 5; each += 1)
    await portcullis.notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'PII' } });
  await settled(60);
  expect(await store.count('attempts', {})).toBe(5);
  expect(await store.count('deliveries', { status: 'exhausted' })).toBe(5);
  expect(warn.mock.calls.map(([text]) => text)).toEqual(['The logger of the instance has failed: The log is full.']);
});
