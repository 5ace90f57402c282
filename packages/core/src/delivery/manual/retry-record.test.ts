import { createFakeTransport, type FakeResponse, interceptStore } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { admin, contextOf, createDeliveryEngine } from '../../../tests/delivery-engine.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { Settings } from '../../options/settings.ts';

const owner = contextOf(7);
const element = webhookBody({ global: false, notificationType: ['firstQuery'], secret: 's' });
const metadata = { modelId: 4, modelType: 'datasource', actionBy: 7, actionByName: 'Ada' };

/** The tables of a notification. */
const ROWS = ['attempts', 'deliveries', 'events'] as const;

async function createEngine(respond: FakeResponse, settings: Partial<Settings> = {}, store = createMemoryStore()) {
  const transport = createFakeTransport(respond);
  const engine = await createDeliveryEngine({ transport, settings, store });
  await engine.webhooks.create(owner, { webhooks: [element] });
  const notify = async () => {
    await engine.notifications.notify({ kind: 'firstQuery', metadata });
    await engine.untilIdle();
  };
  return { ...engine, transport, notify };
}

describe('a manual retry', () => {
  it('is in the history from its start as interrupted, until its result replaces that', async () => {
    let respond = (_status: number): void => {};
    const responses = [Promise.resolve(500), new Promise<number>((resolve) => (respond = resolve))];
    const { notify, webhooks, untilIdle } = await createEngine(() => responses.shift() ?? 0, {
      webhookAutomaticRetry: false,
    });
    await notify();
    const retried = webhooks.retry(owner, 1);
    await untilIdle();
    const underWay = (await webhooks.history(owner, {})).records.find(({ id }) => id === 2);
    expect(underWay).toMatchObject({ statusCode: 500, response: { body: { code: 'INTERRUPTED', connect: false } } });
    respond(204);
    const record = await retried;
    expect(record).toMatchObject({ id: 2, statusCode: 204, response: { body: '' } });
    const { records } = await webhooks.history(owner, {});
    expect(records.find(({ id }) => id === 2)).toMatchObject({ statusCode: 204 });
    expect(records).toHaveLength(2);
  });

  it.each([200, 500])('of a record with status %i sends at once and responds with a new record', async (status) => {
    const responses = [status, 201];
    const { notify, webhooks, store, transport, clock } = await createEngine(() => responses.shift() ?? 0, {
      webhookAutomaticRetry: false,
    });
    await notify();
    const [before] = await store.find('attempts');
    clock.advance(1000);
    const record = await webhooks.retry(owner, 1);
    expect(record).toEqual({
      id: 2,
      request: {
        text: 'Ada was the first to query a data source or project.',
        metadata: { ...metadata, notificationType: 'firstQuery' },
        webhookId: 1,
        webhookName: 'Audit',
      },
      response: { body: '', headers: {} },
      statusCode: 201,
      notificationType: 'firstQuery',
      webhooksActivityId: 1,
      createdAt: '2024-01-01T00:00:01.000Z',
      updatedAt: '2024-01-01T00:00:01.000Z',
    });
    const [first, second] = transport.requests;
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
    const [same, added] = await store.find('attempts');
    expect(same).toEqual(before);
    expect(added).toMatchObject({ trigger: 'manual', parentId: 1, number: 0 });
  });

  it('can be made again and again, also of a retry', async () => {
    const { notify, webhooks, store } = await createEngine(() => 200);
    await notify();
    expect(await webhooks.retry(owner, 1)).toMatchObject({ id: 2 });
    expect(await webhooks.retry(owner, 1)).toMatchObject({ id: 3 });
    expect(await webhooks.retry(owner, 2)).toMatchObject({ id: 4 });
    expect((await store.find('attempts')).map(({ parentId }) => parentId)).toEqual([null, 1, 1, 2]);
  });

  it('that succeeds ends the automatic ones', async () => {
    const responses = [500, 200];
    const { notify, webhooks, store, pass, transport, clock } = await createEngine(() => responses.shift() ?? 0);
    await notify();
    await webhooks.retry(owner, 1);
    expect(await store.find('deliveries')).toMatchObject([{ status: 'succeeded', attempts: 1 }]);
    expect(await store.find('endpointQueues')).toMatchObject([{ pending: 0 }]);
    expect(await store.find('webhooks')).toMatchObject([{ consecutiveFailures: 0 }]);
    await pass(86_400_000);
    expect(transport.requests).toHaveLength(2);
    expect(clock.waiting).toBe(0);
  });

  it('that fails does not change the automatic ones', async () => {
    const { notify, webhooks, store, pass, transport } = await createEngine(() => 500, {
      webhookRetrySchedule: [5000],
    });
    await notify();
    const before = await store.find('deliveries');
    expect((await webhooks.retry(owner, 1)).statusCode).toBe(500);
    expect(await store.find('deliveries')).toEqual(before);
    expect(await store.find('webhooks')).toMatchObject([{ consecutiveFailures: 1 }]);
    await pass(10_000);
    expect(transport.requests).toHaveLength(3);
    await webhooks.retry(owner, 1);
    await pass(86_400_000);
    expect(transport.requests).toHaveLength(4);
  });

  it('waits for a running attempt of the same delivery', async () => {
    const releases: ((status: number) => void)[] = [];
    const { notify, webhooks, untilIdle, pass, store, transport } = await createEngine(
      () => new Promise((resolve) => releases.push(resolve)),
    );
    await notify();
    releases[0]?.(500);
    await pass(7000);
    expect(transport.requests).toHaveLength(2);
    const retried = webhooks.retry(owner, 1);
    await untilIdle();
    expect(transport.requests).toHaveLength(2);
    releases[1]?.(500);
    await untilIdle();
    expect(transport.requests).toHaveLength(3);
    releases[2]?.(200);
    expect((await retried).id).toBe(3);
    expect((await store.find('attempts')).map(({ trigger }) => trigger)).toEqual(['automatic', 'automatic', 'manual']);
  });

  it('waits for an attempt of another node, at most as long as its lease', async () => {
    const { notify, webhooks, untilIdle, store, transport, clock } = await createEngine(() => 200);
    await notify();
    const leaseUntil = clock.now() + 20_000;
    await store.update('deliveries', { id: 1 }, { status: 'leased', leaseOwner: 'other', leaseUntil });
    const retried = webhooks.retry(owner, 1);
    await untilIdle();
    expect(transport.requests).toHaveLength(1);
    for (let step = 0; step < 100; step += 1) {
      clock.advance(250);
      await untilIdle();
    }
    await retried;
    expect(transport.requests).toHaveLength(2);
    expect(await store.find('deliveries')).toMatchObject([{ status: 'succeeded' }]);
  });

  describe('that waited for an attempt of another node', () => {
    async function waiting() {
      const engine = await createEngine(() => 200);
      const { notify, webhooks, untilIdle, store, clock } = engine;
      await notify();
      const leaseUntil = clock.now() + 20_000;
      await store.update('deliveries', { id: 1 }, { status: 'leased', leaseOwner: 'other', leaseUntil });
      const retried = webhooks.retry(owner, 1);
      retried.catch(() => {});
      await untilIdle();
      return { ...engine, retried, end: () => store.update('deliveries', { id: 1 }, { status: 'succeeded' }) };
    }

    it('uses the URL that is stored at the time of sending', async () => {
      const { webhooks, transport, pass, retried, end } = await waiting();
      await webhooks.update(owner, 1, { url: 'https://new.example.com/' });
      await end();
      await pass(1000);
      await retried;
      expect(transport.requests.map(({ url }) => url)).toEqual([element.url, 'https://new.example.com/']);
    });

    it('is not sent if the webhook was deleted', async () => {
      const { webhooks, transport, pass, retried, end } = await waiting();
      await webhooks.remove(owner, 1);
      await end();
      await pass(1000);
      await expect(retried).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND' });
      expect(transport.requests).toHaveLength(1);
    });
  });

  it('is sent with the current URL and secret, even if the webhook is paused or disabled', async () => {
    const { notify, webhooks, store, secrets, transport } = await createEngine(() => 200);
    await notify();
    await store.update('webhooks', { id: 1 }, { state: 'paused', url: 'https://new.example.com/', version: 2 });
    await store.transaction((transaction) => secrets.put(transaction, 'webhook:1', 'secret', 'another'));
    await webhooks.retry(owner, 1);
    const [first, second] = transport.requests;
    expect(second?.url).toBe('https://new.example.com/');
    expect(second?.headers['x-hub-signature-256']).not.toBe(first?.headers['x-hub-signature-256']);
    expect(second?.body).toEqual(first?.body);
  });

  it('is refused for a deleted webhook, and for records of others', async () => {
    const { notify, webhooks } = await createEngine(() => 200);
    await notify();
    await expect(webhooks.retry(contextOf(8), 1)).rejects.toMatchObject({ code: 'HISTORY_RECORD_NOT_FOUND' });
    expect((await webhooks.retry(admin, 1)).id).toBe(2);
    await webhooks.remove(owner, 1);
    await expect(webhooks.retry(owner, 1)).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND', statusCode: 404 });
  });

  it('is limited to sixty a minute for each owner', async () => {
    const { notify, webhooks, clock } = await createEngine(() => 200);
    await notify();
    for (let time = 0; time < 60; time += 1) await webhooks.retry(owner, 1);
    clock.advance(20_000);
    await expect(webhooks.retry(owner, 1)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      statusCode: 429,
      extras: { retryAfterSeconds: 40 },
    });
    clock.advance(40_000);
    await webhooks.retry(owner, 1);
  });
});

describe('a manual retry whose record is removed by retention at the same moment', () => {
  it.each(['before', 'after'])(
    'is refused if that is %s it reads its event, sends nothing and leaves no row',
    async (when) => {
      let isRemoving = false;
      const memory = createMemoryStore();
      const removeRows = async (): Promise<void> => {
        for (const table of ROWS) await memory.remove(table, {});
      };
      const store = interceptStore(memory, {
        async call({ operation, table, transaction }, proceed) {
          const isMoment = isRemoving && operation === 'find' && table === 'events' && transaction === undefined;
          if (isMoment && when === 'before') await removeRows();
          const result = await proceed();
          if (isMoment && when === 'after') await removeRows();
          return result;
        },
      });
      const { notify, webhooks, transport } = await createEngine(() => 500, { webhookAutomaticRetry: false }, store);
      await notify();
      isRemoving = true;
      const refusal = await refusalOf(webhooks.retry(owner, 1));
      expect(refusal).toMatchObject({ code: 'HISTORY_RECORD_NOT_FOUND', statusCode: 404 });
      expect(transport.requests).toHaveLength(1);
      for (const table of ROWS) expect(await memory.count(table, {})).toBe(0);
    },
  );
});
