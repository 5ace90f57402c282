import { definePlugin } from '@portcullis/plugin-api';
import { createFakeClock, createReceiver, interceptStore } from '@portcullis/testing';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { createInProcessQueue } from './adapters/in-process-queue.ts';
import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  INTEGRATION_STATUS_CHANGED,
  type Portcullis,
  type PortcullisOptions,
} from './index.ts';
import { DEFAULT_INTEGRATION_OPTIONS, DEFAULT_SETTINGS, DEFAULT_WEBHOOK_OPTIONS } from './options/defaults.ts';
import { RETRY_POLICIES } from './options/retry-policies.ts';
import { StoreError } from './ports/store/store-error.ts';

const context = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };
const clientConfigured = () =>
  definePlugin({
    apiVersion: 1,
    type: 'Cluster',
    id: 'cluster',
    version: '1.0.0',
    description: 'Set up from its own side.',
    bootstrap: 'none',
    editable: false,
    config: z.strictObject({}),
    immutable: [],
    target: () => undefined,
    stages: [],
    objects: () => [],
    tests: [],
    classifyError: () => undefined,
    clientSetup: { keyPrefix: 'pcl', render: () => [] },
    samples: [{}],
  });
const keys = (fill: number) => createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, fill) } });
const opened: AsyncDisposable[] = [];

async function open(options: Partial<PortcullisOptions> = {}): Promise<Portcullis> {
  const portcullis = await createPortcullis({
    plugins: [clientConfigured()],
    store: createMemoryStore(),
    secretKeys: keys(1),
    ...options,
  });
  opened.push(portcullis);
  return portcullis;
}

afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

describe('an instance', () => {
  test('does not start on a version of Node that is too old', async () => {
    const { versions } = process;
    Object.defineProperty(process, 'versions', { value: { ...versions, node: '20.20.2' }, configurable: true });
    onTestFinished(() => void Object.defineProperty(process, 'versions', { value: versions }));
    await expect(open()).rejects.toMatchObject({ code: 'NODE_UNSUPPORTED' });
  });

  test('sends a signed notification of a change of status to another process', async () => {
    const receiver = await createReceiver();
    opened.push({ [Symbol.asyncDispose]: () => receiver.close() });
    const { hostname, port } = new URL(receiver.url);
    const portcullis = await open({
      webhooks: {
        kinds: [INTEGRATION_STATUS_CHANGED],
        allow: [{ host: hostname, cidr: '127.0.0.1/32', port: Number(port) }],
      },
    });
    await portcullis.webhooks.create(context, {
      webhooks: [
        {
          url: receiver.url,
          name: 'status',
          global: true,
          notificationType: ['integrationStatusChanged'],
          actionType: 'receive',
          secret: 'a secret of the receiver',
        },
      ],
    });
    await portcullis.integrations.create(context, { type: 'Cluster' });
    await receiver.received(2);
    const bodies = receiver.requests.map((request) => JSON.parse(Buffer.from(request.body).toString('utf8')));
    expect(bodies.map((body) => body.metadata.toStatus).sort()).toEqual(['creating', 'enabled']);
    expect(receiver.requests.every((request) => request.headers['x-hub-signature-256'] !== undefined)).toBe(true);
  });

  test('closes its store although its queue cannot be closed', async () => {
    const memory = createMemoryStore();
    const close = vi.fn(memory.close);
    const clock = createFakeClock();
    const queue = createInProcessQueue({ clock });
    const portcullis = await createPortcullis({
      plugins: [],
      store: { ...memory, close },
      secretKeys: keys(1),
      clock,
      queue: { ...queue, close: () => Promise.reject(new Error('The queue is gone.')) },
    });
    await expect(portcullis.close()).rejects.toThrow('The queue is gone.');
    expect(close).toHaveBeenCalledOnce();
  });

  test('refuses calls once it is closing, and closes once', async () => {
    const portcullis = await open();
    await Promise.all([portcullis.close(), portcullis.close()]);
    await expect(portcullis.integrations.list(context)).rejects.toMatchObject({
      code: 'INSTANCE_CLOSED',
      statusCode: 503,
    });
    expect(await portcullis.health()).toEqual({ status: 'closing' });
    expect(portcullis.notifications.kinds()).toContain('modelCreated');
  });

  test('is not healthy once its store refuses all writes, although it can be read', async () => {
    const store = createMemoryStore();
    const lost = new StoreError('STORE_FILE_LOST', 'The file is gone.');
    const writeFailure = vi.fn<() => Error | undefined>();
    const portcullis = await open({ store: { ...store, writeFailure } });
    expect(await portcullis.health()).toEqual({ status: 'ok' });
    writeFailure.mockReturnValue(lost);
    await expect(portcullis.health()).rejects.toBe(lost);
  });

  test('does not start on a store that was sealed with another key of the same id', async () => {
    const store = createMemoryStore();
    const reopened = { ...store, close: async () => {} };
    const first = await open({ store: reopened });
    await first.close();
    await expect(createPortcullis({ plugins: [], store: reopened, secretKeys: keys(2) })).rejects.toMatchObject({
      code: 'SECRET_CORRUPTED',
    });
  });

  test('stops all its parts if it does not start', async () => {
    const clock = createFakeClock();
    const queue = createInProcessQueue({ clock });
    const close = vi.fn(queue.close);
    const store = interceptStore(createMemoryStore(), {
      call: ({ operation, table }, proceed) =>
        operation === 'find' && table === 'endpointQueues'
          ? Promise.reject(new Error('The connection is lost.'))
          : proceed(),
    });
    const started = createPortcullis({ plugins: [], store, secretKeys: keys(1), clock, queue: { ...queue, close } });
    await expect(started).rejects.toThrow('The connection is lost.');
    expect(close).toHaveBeenCalledOnce();
    expect(clock.waiting).toBe(0);
  });

  test('has the default of each option that is undefined', async () => {
    const undefinedLike = (values: object) => Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));
    const { breaker, ...policy } = RETRY_POLICIES.standard;
    const retryPolicy = { ...undefinedLike(policy), breaker: undefinedLike(breaker) };
    const portcullis = await open({
      settings: undefinedLike(DEFAULT_SETTINGS),
      integrations: undefinedLike(DEFAULT_INTEGRATION_OPTIONS),
      webhooks: { ...undefinedLike(DEFAULT_WEBHOOK_OPTIONS), retryPolicy },
    });
    expect(await portcullis.settings.get(context)).toEqual(DEFAULT_SETTINGS);
  });

  test('refuses two plugins of one type', async () => {
    await expect(
      createPortcullis({
        plugins: [clientConfigured(), clientConfigured()],
        store: createMemoryStore(),
        secretKeys: keys(1),
      }),
    ).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
  });
});
