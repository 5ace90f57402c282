import { AsyncLocalStorage } from 'node:async_hooks';
import { createFakeTransport } from '@portcullis/testing';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { admin, contextOf, createDeliveryEngine } from '../../../tests/delivery-engine.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { HostCallbacks } from '../../options/host-callbacks.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import {
  ALL_TENANTS,
  type AllTenantsTransaction,
  DEFAULT_TENANT,
  type StoreTransaction,
} from '../../ports/store/store.ts';
import { decodePayload } from '../catalogue/payload.ts';
import type { Notification, NotificationsService } from './notifications-service.ts';

const created = {
  kind: 'modelCreated',
  metadata: { modelId: 4, modelType: 'project', actionBy: 7, actionByName: 'Ada', projectName: 'Sales' },
} as const;

/** An engine whose receivers never respond, so that deliveries stay as they were written. */
async function createEngine(host: HostCallbacks = {}) {
  const transport = createFakeTransport(() => new Promise(() => {}));
  const engine = await createDeliveryEngine({ transport, host });
  const subscribe = async (overrides: Readonly<Record<string, unknown>> = {}, context = admin) => {
    const { createdWebhooks } = await engine.webhooks.create(context, { webhooks: [webhookBody(overrides)] });
    return createdWebhooks[0]?.id as number;
  };
  return { ...engine, transport, subscribe };
}

/** A queue that records its wake-ups and forwards none. */
function createRecordingQueue() {
  const woken: unknown[] = [];
  const queue: JobQueue = {
    wake: async (wakeup) => void woken.push(wakeup),
    handle: () => async () => {},
    close: async () => {},
  };
  return { queue, woken };
}

/** Returns an open transaction in the form of a joined one of the host. */
function joinedTransaction(open: AllTenantsTransaction): StoreTransaction {
  const joined: AllTenantsTransaction = { ...open, joined: true };
  return { ...open.scoped(DEFAULT_TENANT), [ALL_TENANTS]: joined };
}

describe('notify', () => {
  it('writes the event and one delivery for each webhook that it is for', async () => {
    const { notifications, store, subscribe } = await createEngine();
    const all = await subscribe();
    const some = await subscribe({ notificationType: ['modelCreated', 'modelDeleted'] });
    await subscribe({ notificationType: ['modelDeleted'] });
    expect(await notifications.notify(created)).toEqual({ eventId: 1, deliveries: 2, repeated: false });
    const [event] = await store.find('events');
    expect(event).toMatchObject({ kind: 'modelCreated', actionBy: 7 });
    expect(event && decodePayload(event.payload)).toEqual({
      text: 'Ada created Sales.',
      metadata: { ...created.metadata, notificationType: 'modelCreated' },
    });
    const deliveries = await store.find('deliveries');
    expect(deliveries.map(({ webhookId, eventId }) => [webhookId, eventId])).toEqual([
      [all, 1],
      [some, 1],
    ]);
  });

  it('counts the deliveries of each event, 0 without subscribers', async () => {
    const { notifications, store, subscribe, events } = await createEngine();
    await subscribe({ notificationType: ['modelCreated'] });
    await subscribe({ notificationType: ['modelCreated'] });
    const published: unknown[] = [];
    events.on('notification.published', ({ kind, deliveries }) => published.push([kind, deliveries]));
    const unheard = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;
    expect(await Promise.all([notifications.notify(unheard), notifications.notify(created)])).toEqual([
      { eventId: 1, deliveries: 0, repeated: false },
      { eventId: 2, deliveries: 2, repeated: false },
    ]);
    expect(published).toEqual([
      ['tagCreated', 0],
      ['modelCreated', 2],
    ]);
    expect(await store.count('deliveries', { eventId: 1 })).toBe(0);
  });

  it('counts deliveries that are held for a paused webhook, also in a repetition', async () => {
    const { notifications, webhooks, subscribe } = await createEngine();
    const id = await subscribe();
    await subscribe();
    await webhooks.update(admin, id, { paused: true });
    const first = await notifications.notify({ ...created, idempotencyKey: 'a' });
    expect(first.deliveries).toBe(2);
    expect(await notifications.notify({ ...created, idempotencyKey: 'a' })).toEqual({ ...first, repeated: true });
    const longest = { ...created, idempotencyKey: 'k'.repeat(255) };
    expect(await notifications.notify(longest)).toMatchObject({ repeated: false });
    expect(await notifications.notify(longest)).toMatchObject({ repeated: true });
  });

  it('takes the text and the time of the host', async () => {
    const { notifications, store } = await createEngine();
    const at = new Date('2020-02-03T04:05:06.007Z');
    await notifications.notify({ ...created, text: 'New: Sales.', at });
    const [event] = await store.find('events');
    expect(event?.createdAt).toBe(at.getTime());
    expect(event && decodePayload(event.payload).text).toBe('New: Sales.');
  });

  it('writes nothing again for a known idempotency key', async () => {
    const { notifications, store, subscribe } = await createEngine();
    await subscribe();
    const first = await notifications.notify({ ...created, idempotencyKey: 'a' });
    const second = await notifications.notify({ ...created, idempotencyKey: 'a' });
    const third = await notifications.notify({ ...created, idempotencyKey: 'b' });
    expect(second).toEqual({ ...first, repeated: true });
    expect(third.repeated).toBe(false);
    expect(await store.count('events', {})).toBe(2);
    expect(await store.count('deliveries', {})).toBe(2);
  });

  it('is part of the given transaction, and is not visible before its commit', async () => {
    const { notifications, store, subscribe, untilIdle, transport, events } = await createEngine();
    await subscribe();
    const published: number[] = [];
    events.on('notification.published', ({ eventId }) => published.push(eventId));
    const rolledBack = store.transaction(async (transaction) => {
      await notifications.notify(created, transaction);
      await untilIdle();
      throw new Error('the host changed its mind');
    });
    await expect(rolledBack).rejects.toThrow('changed its mind');
    expect(await store.count('deliveries', {})).toBe(0);
    expect(published).toEqual([]);
    expect(transport.requests).toEqual([]);

    await store.transaction(async (transaction) => {
      const result = await notifications.notify({ ...created, idempotencyKey: 'a' }, transaction);
      expect(result.deliveries).toBe(1);
      expect(await notifications.notify({ ...created, idempotencyKey: 'a' }, transaction)).toEqual({
        ...result,
        repeated: true,
      });
    });
    await untilIdle();
    expect(published).toHaveLength(1);
    expect(transport.requests).toHaveLength(1);
  });

  it('reports and wakes nothing for a part of a transaction of the host that was rolled back to a savepoint', async () => {
    const { queue, woken } = createRecordingQueue();
    const { notifications, store, webhooks, events } = await createDeliveryEngine({
      transport: createFakeTransport(),
      queue,
    });
    await webhooks.create(admin, { webhooks: [webhookBody()] });
    const published: number[] = [];
    const rolledBack: number[] = [];
    const kept = await store.allTenants.transaction(async (open) => {
      const joined = joinedTransaction(open);
      for (const number of [1, 2, 3, 4]) {
        const { eventId } = await notifications.notify({ ...created, idempotencyKey: `${number}` }, joined);
        if (number % 2 === 1) rolledBack.push(eventId);
      }
      const ids = (await open.find('events')).map(({ id }) => id);
      await open.remove('deliveries', { eventId: { in: rolledBack } });
      await open.remove('events', { id: { in: rolledBack } });
      events.on('notification.published', ({ eventId }) => published.push(eventId));
      return ids.filter((id) => !rolledBack.includes(id));
    });
    await expect.poll(() => published).toEqual(kept);
    expect(woken).toHaveLength(2);
  });

  it('wakes its deliveries but reports nothing if the commit of a part cannot be confirmed', async () => {
    const { queue, woken } = createRecordingQueue();
    const store = createMemoryStore();
    const { notifications, webhooks, events } = await createDeliveryEngine({
      transport: createFakeTransport(),
      queue,
      store: {
        ...store,
        allTenants: { ...store.allTenants, count: () => Promise.reject(new Error('connection lost')) },
      },
    });
    await webhooks.create(admin, { webhooks: [webhookBody()] });
    const published = vi.fn();
    const errors: string[] = [];
    events.on('notification.published', published);
    events.on('background.error', ({ task, message }) => errors.push(`${task}: ${message}`));
    await store.allTenants.transaction((open) => notifications.notify(created, joinedTransaction(open)));
    await expect.poll(() => errors).toEqual(['publish: connection lost']);
    expect(woken).toHaveLength(1);
    expect(published).not.toHaveBeenCalled();
  });

  it('keeps the order of parallel publications, each in the context of its publisher', async () => {
    const { notifications, store, subscribe, events, transport, untilIdle } = await createEngine();
    await subscribe();
    const request = new AsyncLocalStorage<number>();
    const emitted: unknown[] = [];
    events.on('notification.published', ({ eventId }) => emitted.push([eventId, request.getStore()]));
    const transactions = vi.spyOn(store.allTenants, 'transaction');
    const results = await Promise.all(
      [1, 2, 3, 4, 5].map((number) =>
        request.run(number, () => notifications.notify({ ...created, idempotencyKey: `${number % 4}` })),
      ),
    );
    expect(transactions).toHaveBeenCalledTimes(1);
    expect(results).toEqual([
      ...[1, 2, 3, 4].map((eventId) => ({ eventId, deliveries: 1, repeated: false })),
      { eventId: 1, deliveries: 1, repeated: true },
    ]);
    const rows = await store.find('events');
    expect(rows.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['1', '2', '3', '0']);
    expect(emitted).toEqual([1, 2, 3, 4].map((number) => [number, number]));
    await untilIdle();
    expect(transport.requests).toHaveLength(4);
  });

  it('reaches webhooks that subscribe while others publish', async () => {
    const { notifications, store, subscribe } = await createEngine();
    await subscribe();
    await notifications.notify(created);
    await subscribe();
    const results = await Promise.all([1, 2, 3].map(() => notifications.notify(created)));
    expect(results.map(({ deliveries }) => deliveries)).toEqual([2, 2, 2]);
    expect(await store.count('events', {})).toBe(4);
  });

  it.each([
    { how: 'rejects', wake: () => Promise.reject(new Error('connection lost')) },
    {
      how: 'throws',
      wake: () => {
        throw new Error('connection lost');
      },
    },
  ])('does not depend on a queue that $how: the deliveries wait in the store', async ({ wake }) => {
    const queue: JobQueue = {
      wake,
      handle: () => async () => {},
      close: async () => {},
    };
    const engine = await createDeliveryEngine({ transport: createFakeTransport(), queue, immediateLeases: false });
    const errors: string[] = [];
    engine.events.on('background.error', ({ task, message }) => errors.push(`${task}: ${message}`));
    await engine.webhooks.create(admin, { webhooks: [webhookBody(), webhookBody()] });
    expect((await engine.notifications.notify(created)).deliveries).toBe(2);
    await engine.untilIdle();
    expect(errors).toEqual(['wake: connection lost', 'wake: connection lost']);
    expect(await engine.store.find('endpointQueues')).toMatchObject([{ pending: 1 }, { pending: 1 }]);
  });

  it.each<[string, Notification, string]>([
    ['an unknown kind', { kind: 'nonsense', metadata: {} }, 'KIND_UNKNOWN'],
    ['everything as a kind', { kind: 'ALL_NOTIFICATIONS', metadata: {} }, 'KIND_UNKNOWN'],
    ['missing metadata', { kind: 'modelCreated', metadata: { modelId: 4 } }, 'NOTIFICATION_INVALID'],
    ['unknown metadata', { ...created, metadata: { ...created.metadata, colour: 'red' } }, 'NOTIFICATION_INVALID'],
    ['an empty text', { ...created, text: '' }, 'NOTIFICATION_INVALID'],
    ['no time', { ...created, at: new Date('never') }, 'NOTIFICATION_INVALID'],
    ['an empty idempotency key', { ...created, idempotencyKey: '' }, 'NOTIFICATION_INVALID'],
    ['an idempotency key with U+0000', { ...created, idempotencyKey: 'a\0' }, 'NOTIFICATION_INVALID'],
    ['an idempotency key with half a character', { ...created, idempotencyKey: 'a\ud800' }, 'NOTIFICATION_INVALID'],
    ['a key of 256 characters', { ...created, idempotencyKey: 'k'.repeat(256) }, 'NOTIFICATION_INVALID'],
  ])('refuses %s', async (_, notification, code) => {
    const { notifications, store } = await createEngine();
    await expect(notifications.notify(notification)).rejects.toMatchObject({ code });
    expect(await store.count('events', {})).toBe(0);
  });

  it.each<[string, object]>([
    ['metadata must be an object', { kind: 'tagCreated' }],
    ['metadata must be an object', { ...created, metadata: null }],
    ['metadata must be an object', { ...created, metadata: [] }],
    ['text must be a string', { ...created, text: 5 }],
    ['at must be a Date', { ...created, at: '2026-05-04T12:00:00Z' }],
    ['idempotencyKey must be a string', { ...created, idempotencyKey: 4711 }],
    ['actionBy is not a field of notifications', { ...created, actionBy: 1 }],
    ['__proto__ is not a field of notifications', JSON.parse('{"kind":"tagCreated","metadata":{},"__proto__":{}}')],
  ])('refuses a notification that its type excludes: %s', async (problem, notification) => {
    const { notifications, store } = await createEngine();
    const refusal = { code: 'NOTIFICATION_INVALID', message: expect.stringContaining(problem) };
    await expect(notifications.notify(notification as Notification)).rejects.toMatchObject(refusal);
    expect(await store.count('events', {})).toBe(0);
  });

  it('leaves out fields that are undefined', async () => {
    const { notifications } = await createEngine();
    const other = { at: undefined, text: undefined, actionBy: undefined };
    await notifications.notify({ ...created, ...other, metadata: { ...created.metadata, targetUser: undefined } });
  });

  it('is typed by the kind', () => {
    const typed = (notifications: NotificationsService) => {
      // @ts-expect-error a required field is missing
      void notifications.notify({ kind: 'modelCreated', metadata: { modelId: 4 } });
      // @ts-expect-error the kind has no such field
      void notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'PII', queryName: 'x' } });
      // @ts-expect-error of the wrong type
      void notifications.notify({ kind: 'tagCreated', metadata: { tagName: 7 } });
      void notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'PII', notifyInitiator: true } });
      void notifications.notify({ kind: 'ourOwnKind', metadata: { anything: 1 } });
      const loose: Notification = { kind: 'tagCreated', metadata: {} };
      void notifications.notify(loose);
    };
    expectTypeOf(typed).toBeFunction();
  });
});

describe('the webhooks of a notification', () => {
  it('are those of the acting user and of the recipients, by action type', async () => {
    const members: Record<string, number[]> = { stewards: [9] };
    const host = { isMemberOfGroup: async (user: number, group: string) => members[group]?.includes(user) ?? false };
    const { notifications, store, subscribe } = await createEngine(host);
    const own = { global: false, notificationType: ['modelAccessRequested'] };
    const expected = [
      await subscribe({ ...own, actionType: 'triggered' }, contextOf(7)),
      await subscribe({ ...own, actionType: 'receive' }, contextOf(8)),
      await subscribe({ ...own, actionType: null }, contextOf(9)),
    ];
    await subscribe({ ...own, actionType: 'receive' }, contextOf(7));
    await subscribe({ ...own, actionType: 'triggered' }, contextOf(8));
    await subscribe({ ...own, actionType: null }, contextOf(10));
    const metadata = {
      modelId: 4,
      modelType: 'datasource',
      actionBy: 7,
      actionByName: 'Ada',
      targetUser: 8,
      targetGroup: 'stewards',
    };
    await notifications.notify({ kind: 'modelAccessRequested', metadata });
    const deliveries = await store.find('deliveries');
    expect(deliveries.map(({ webhookId }) => webhookId)).toEqual(expected);
  });

  it('hold their deliveries while the owner lacks the permission or is unknown', async () => {
    const permissions: Record<number, string[]> = { 1: ['APPLICATION_ADMIN'], 2: [] };
    const { notifications, store, subscribe } = await createEngine({
      permissionsOf: async (user) => permissions[user],
    });
    const asAdmin = (id: number) => contextOf(id, ['APPLICATION_ADMIN']);
    await subscribe({}, asAdmin(1));
    await subscribe({}, asAdmin(2));
    await subscribe({}, asAdmin(3));
    await notifications.notify(created);
    const deliveries = await store.find('deliveries');
    expect(deliveries.map(({ status }) => status === 'held')).toEqual([false, true, true]);
    const endpointQueues = await store.find('endpointQueues');
    expect(endpointQueues.map(({ nextDueAt, pending }) => [nextDueAt === null, pending]).slice(1)).toEqual([
      [true, 0],
      [true, 0],
    ]);
  });

  it('need no administrator for kinds that any user may receive', async () => {
    const { notifications, store, subscribe } = await createEngine({ permissionsOf: async () => [] });
    await subscribe({ global: false, notificationType: ['firstQuery'] }, contextOf(7));
    const metadata = { modelId: 4, modelType: 'datasource', actionBy: 7, actionByName: 'Ada' };
    await notifications.notify({ kind: 'firstQuery', metadata });
    expect(await store.count('deliveries', { status: 'held' })).toBe(0);
    expect(await store.count('deliveries', {})).toBe(1);
  });

  it('are not guessed when the host cannot respond', async () => {
    const permissionsOf = () => Promise.reject(new Error('directory unreachable'));
    const { notifications, store, subscribe } = await createEngine({ permissionsOf });
    await subscribe();
    await expect(notifications.notify(created)).rejects.toThrow('directory unreachable');
    expect(await store.count('events', {})).toBe(0);
  });

  it.each(['APPLICATION_ADMINx', { includes: () => true }, new Set(['APPLICATION_ADMIN'])])(
    'are not given by a host that answers %j for the permissions of their owner',
    async (response) => {
      const permissionsOf = async () => response as unknown as readonly string[];
      const { notifications, store, subscribe } = await createEngine({ permissionsOf });
      await subscribe();
      await expect(notifications.notify(created)).rejects.toThrow('host.permissionsOf must return a list');
      expect(await store.count('deliveries', {})).toBe(0);
    },
  );

  it('are not the deleted ones', async () => {
    const { notifications, webhooks, subscribe } = await createEngine();
    await webhooks.remove(admin, await subscribe());
    expect((await notifications.notify(created)).deliveries).toBe(0);
  });

  it('can subscribe to kinds that the host declares', async () => {
    const kinds = [
      { kind: 'exportFinished', class: 'activity', trigger: 'An export ended.', text: '{file} is done.' },
    ] as const;
    const transport = createFakeTransport();
    const engine = await createDeliveryEngine({ transport, webhooks: { kinds } });
    await engine.webhooks.create(contextOf(7), {
      webhooks: [webhookBody({ global: false, notificationType: ['exportFinished'] })],
    });
    await engine.notifications.notify({ kind: 'exportFinished', metadata: { actionBy: 7, file: 'a.csv' } });
    await engine.untilIdle();
    expect(JSON.parse(Buffer.from(transport.requests[0]?.body ?? []).toString())).toMatchObject({
      text: 'A.csv is done.',
    });
    expect(engine.notifications.kinds()).toContain('exportFinished');
  });
});
