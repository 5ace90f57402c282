import { createFakeTransport, interceptStore } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { admin, contextOf, createDeliveryEngine } from '../../../tests/delivery-engine.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { Store } from '../../ports/store/store.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import { NOTIFICATION_KINDS } from '../catalogue/catalogue.ts';
import type { HistoryRecordView } from '../views/webhook-views.ts';

const user = contextOf(7);
const personal = { global: false, notificationType: ['firstQuery'] };
const created = '2024-01-01T00:00:00.000Z';

async function createEngine(store?: Store) {
  const transport = createFakeTransport(({ url }) => (url.includes('broken') ? 500 : 200));
  const engine = await createDeliveryEngine({
    transport,
    settings: { webhookAutomaticRetry: false },
    ...(store && { store }),
  });
  const create = (context: RequestContext, ...elements: unknown[]) =>
    engine.webhooks.create(context, { webhooks: elements });
  const notify = async (actionBy: number, kind: 'firstQuery' | 'queryCreated' = 'firstQuery') => {
    const metadata = { modelId: 4, modelType: 'datasource', actionBy, actionByName: `user ${actionBy}` };
    await engine.notifications.notify(
      kind === 'firstQuery' ? { kind, metadata } : { kind, metadata: { actionBy, actionByName: 'x' } },
    );
    await engine.untilIdle();
    engine.clock.advance(1000);
  };
  return { ...engine, transport, create, notify };
}

describe('creating webhooks', () => {
  it('returns the created webhooks without their secrets', async () => {
    const { create, webhooks, store, secrets } = await createEngine();
    const response = await create(admin, webhookBody({ secret: 's3cret-value' }));
    expect(response).toEqual({
      createdWebhooks: [
        {
          id: 1,
          url: 'https://hooks.example.com/in',
          name: 'Audit',
          global: true,
          actionType: 'triggered',
          createdBy: 1,
          createdAt: created,
          updatedAt: created,
        },
      ],
      errors: [],
    });
    expect(await secrets.read('webhook:1', 'secret')).toEqual(['s3cret-value']);
    const seen = [await webhooks.list(admin), await webhooks.get(admin, 1), await store.find('webhooks')];
    expect(JSON.stringify(seen)).not.toContain('s3cret');
  });

  it('accepts received for receive, null for both, and drops repeated kinds', async () => {
    const { create, webhooks } = await createEngine();
    const { createdWebhooks } = await create(
      user,
      webhookBody({ ...personal, actionType: 'received' }),
      webhookBody({ ...personal, actionType: null, notificationType: ['firstQuery', 'firstQuery'] }),
    );
    expect(createdWebhooks.map(({ actionType }) => actionType)).toEqual(['receive', null]);
    expect((await webhooks.get(user, 2)).notificationType).toEqual(['firstQuery']);
  });

  it('creates the valid webhooks and reports the errors of the others', async () => {
    const { create, webhooks } = await createEngine();
    const { createdWebhooks, errors } = await create(
      user,
      webhookBody({ ...personal, name: 'Mine' }),
      webhookBody({ ...personal, name: 'Everybody’s', global: true }),
      'no webhook',
      webhookBody({ ...personal, colour: 'red' }),
    );
    expect(createdWebhooks.map(({ id, name }) => [id, name])).toEqual([[1, 'Mine']]);
    expect(errors).toMatchObject([
      { index: 1, name: 'Everybody’s', url: 'https://hooks.example.com/in', code: 'PERMISSION_MISSING' },
      { index: 2, code: 'BODY_INVALID' },
      { index: 3, code: 'BODY_INVALID', details: [{ path: 'colour' }] },
    ]);
    expect(await webhooks.list(admin)).toHaveLength(1);
  });

  it.each<[string, Readonly<Record<string, unknown>>, string, string]>([
    ['no URL', { url: undefined }, 'BODY_INVALID', 'url'],
    ['no action type', { actionType: undefined }, 'BODY_INVALID', 'actionType'],
    ['another action type', { actionType: 'sent' }, 'BODY_INVALID', 'actionType'],
    ['an empty name', { name: ' ' }, 'BODY_INVALID', 'name'],
    ['a name of two lines', { name: 'a\nb' }, 'BODY_INVALID', 'name'],
    ['no kinds', { notificationType: [] }, 'BODY_INVALID', 'notificationType'],
    ['kinds that are no list', { notificationType: 'firstQuery' }, 'BODY_INVALID', 'notificationType'],
    ['an unknown kind', { notificationType: ['firstQuery', 'nonsense'] }, 'KIND_UNKNOWN', '"nonsense"'],
    ['global that is text', { global: 'true' }, 'BODY_INVALID', 'global'],
    ['an empty secret', { secret: '' }, 'BODY_INVALID', 'secret'],
    ['a secret that is no base64', { secret: 'whsec_???' }, 'BODY_INVALID', 'base64'],
    ['a URL of another scheme', { url: 'ftp://hooks.example.com/' }, 'WEBHOOK_URL_REFUSED', 'http'],
    ['a URL with a password', { url: 'https://u:p@hooks.example.com/' }, 'WEBHOOK_URL_REFUSED', 'password'],
    ['a private address', { url: 'http://10.0.0.1/' }, 'WEBHOOK_URL_REFUSED', 'not public'],
    ['loopback in disguise', { url: 'http://2130706433/' }, 'WEBHOOK_URL_REFUSED', 'not public'],
    ['system kinds', { notificationType: ['firstQuery', 'tagCreated'] }, 'PERMISSION_MISSING', 'tagCreated'],
    ['everything', { notificationType: ['ALL_NOTIFICATIONS'] }, 'PERMISSION_MISSING', 'ALL_NOTIFICATIONS'],
    ['a global webhook', { global: true }, 'PERMISSION_MISSING', 'global'],
  ])('refuses %s', async (_, overrides, code, text) => {
    const { create, store } = await createEngine();
    const refused = create(user, webhookBody({ ...personal, ...overrides }));
    await expect(refused).rejects.toMatchObject({
      code: 'NO_WEBHOOK_CREATED',
      statusCode: 400,
      extras: { body: { createdWebhooks: [], errors: [{ index: 0, code, message: expect.stringContaining(text) }] } },
    });
    expect(await store.count('webhooks', {})).toBe(0);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['no list', {}],
    ['an empty list', { webhooks: [] }],
    ['an object for a list', { webhooks: webhookBody() }],
    ['an unknown field', { webhooks: [webhookBody()], dryRun: true }],
    ['too many', { webhooks: Array.from({ length: 101 }, () => webhookBody()) }],
  ])('refuses %s as a body', async (_, body) => {
    const { webhooks, store } = await createEngine();
    await expect(webhooks.create(admin, body)).rejects.toMatchObject({ code: 'BODY_INVALID', statusCode: 400 });
    expect(await store.count('webhooks', {})).toBe(0);
  });
});

describe('reading webhooks', () => {
  it('shows all webhooks to administrators and their own to other users, with the documented fields only', async () => {
    const { create, webhooks } = await createEngine();
    await create(admin, webhookBody());
    await create(user, webhookBody({ ...personal, name: 'Mine', actionType: 'receive', secret: 's' }));
    const mine = {
      id: 2,
      name: 'Mine',
      url: 'https://hooks.example.com/in',
      notificationType: ['firstQuery'],
      global: false,
      createdBy: 7,
    };
    expect(await webhooks.list(user)).toEqual([mine]);
    expect((await webhooks.list(admin)).map(({ id }) => id)).toEqual([1, 2]);
    expect(await webhooks.get(user, 2)).toEqual({
      ...mine,
      delivery: {
        state: 'active',
        since: created,
        pending: 0,
        held: 0,
        consecutiveFailures: 0,
        actionType: 'receive',
        options: {},
      },
    });
    await expect(webhooks.get(user, 1)).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND', statusCode: 404 });
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 60, 99])('finds no webhook %d', async (id) => {
    const { create, webhooks } = await createEngine();
    await create(admin, webhookBody());
    await expect(webhooks.get(admin, id)).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND' });
    await expect(webhooks.remove(admin, id)).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND' });
    await expect(webhooks.retry(admin, id)).rejects.toMatchObject({ code: 'HISTORY_RECORD_NOT_FOUND' });
  });

  it('lists the kinds, ALL_NOTIFICATIONS first', async () => {
    const { webhooks } = await createEngine();
    expect(await webhooks.actions(user)).toEqual(['ALL_NOTIFICATIONS', ...NOTIFICATION_KINDS]);
  });

  it('describes the same kinds', async () => {
    const { webhooks } = await createEngine();
    const kinds = await webhooks.kinds(user);
    expect(kinds.map(({ kind }) => kind)).toEqual(await webhooks.actions(user));
    expect(kinds.filter(({ trigger }) => !/^[A-Z].*\.$/.test(trigger))).toEqual([]);
  });
});

describe('deleting a webhook', () => {
  it('returns the webhook, which is not found afterwards', async () => {
    const { create, webhooks, clock, secrets } = await createEngine();
    await create(user, webhookBody({ ...personal, secret: 's' }));
    clock.advance(1000);
    expect(await webhooks.remove(user, 1)).toEqual({
      id: 1,
      url: 'https://hooks.example.com/in',
      name: 'Audit',
      global: false,
      actionType: 'triggered',
      createdBy: 7,
      createdAt: created,
      updatedAt: '2024-01-01T00:00:01.000Z',
    });
    expect(await webhooks.list(user)).toEqual([]);
    expect(await secrets.has('webhook:1', 'secret')).toBe(false);
    await expect(webhooks.remove(user, 1)).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND' });
  });

  it('is permitted to the owner and to administrators', async () => {
    const { create, webhooks } = await createEngine();
    await create(user, webhookBody(personal));
    await expect(webhooks.remove(contextOf(8), 1)).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND' });
    await webhooks.remove(admin, 1);
  });
});

describe('the history', () => {
  /** Users 7 and 8 with a webhook each, a global one, and five notifications. */
  async function createHistory(store?: Store) {
    const engine = await createEngine(store);
    const kinds = { notificationType: ['firstQuery', 'queryCreated'] };
    await engine.create(contextOf(7), webhookBody({ ...personal, ...kinds, name: 'Seven' }));
    await engine.create(
      contextOf(8),
      webhookBody({ ...personal, ...kinds, name: 'Eight', url: 'https://broken.example.com/' }),
    );
    await engine.create(admin, webhookBody({ name: 'Global' }));
    await engine.notify(7);
    await engine.notify(8);
    await engine.notify(7, 'queryCreated');
    const list = async (context: RequestContext, query = {}) => {
      const { count, records } = await engine.webhooks.history(context, query);
      return { count, names: records.map(({ name }) => name), ids: records.map(({ id }) => id), records };
    };
    return { ...engine, list };
  }

  it('shows records as the interface has them, the latest first', async () => {
    const { list } = await createHistory();
    const { count, records } = await list(user);
    expect(count).toBe('2');
    expect(records[1]).toEqual({
      id: 1,
      request: {
        text: 'User 7 was the first to query a data source or project.',
        metadata: {
          modelId: 4,
          modelType: 'datasource',
          actionBy: 7,
          actionByName: 'user 7',
          notificationType: 'firstQuery',
        },
        webhookId: 1,
        webhookName: 'Seven',
      },
      response: { body: '', headers: {} },
      statusCode: 200,
      notificationType: 'firstQuery',
      webhooksActivityId: 1,
      createdAt: created,
      updatedAt: created,
      webhooksId: 1,
      url: 'https://hooks.example.com/in',
      name: 'Seven',
      actionType: 'triggered',
      createdBy: 7,
    } satisfies HistoryRecordView);
  });

  it('includes personal and global records as requested, those of all users for administrators', async () => {
    const { list } = await createHistory();
    const all = { includeGlobal: 'true' };
    expect((await list(admin)).names).toEqual(['Seven', 'Eight', 'Seven']);
    expect((await list(admin, all)).names.toSorted()).toEqual([
      'Eight',
      'Global',
      'Global',
      'Global',
      'Seven',
      'Seven',
    ]);
    expect((await list(admin, { ...all, includeUser: 'false' })).names).toEqual(['Global', 'Global', 'Global']);
    expect(await list(admin, { includeUser: false })).toMatchObject({ count: '0', records: [] });
    expect((await list(user, all)).names).toEqual(['Seven', 'Seven']);
    expect((await list(contextOf(9), all)).count).toBe('0');
  });

  it('filters by kind and by outcome', async () => {
    const { list } = await createHistory();
    expect((await list(admin, { notificationType: 'queryCreated' })).names).toEqual(['Seven']);
    expect((await list(admin, { notificationType: 'ALL_NOTIFICATIONS' })).count).toBe('3');
    expect((await list(admin, { successOrFailure: 'failure' })).names).toEqual(['Eight']);
    expect((await list(admin, { successOrFailure: 'success' })).names).toEqual(['Seven', 'Seven']);
  });

  it('sorts by every field, in both directions, and pages without gaps', async () => {
    const { list } = await createHistory();
    const query = { includeGlobal: 'true' };
    for (const sortField of ['createdAt', 'updatedAt', 'statusCode', 'notificationType', 'id'] as const) {
      const ascending = (await list(admin, { ...query, sortField, sortOrder: 'asc' })).records;
      const values = ascending.map((record) => record[sortField]);
      expect(values).toEqual(values.toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0)));
      const descending = (await list(admin, { ...query, sortField, sortOrder: 'desc' })).ids;
      expect(descending).toEqual(ascending.map(({ id }) => id).reverse());
      const paged: number[] = [];
      for (let offset = 0; offset < 8; offset += 2) {
        const page = await list(admin, {
          ...query,
          sortField,
          sortOrder: 'asc',
          offset: String(offset),
          pageSize: '2',
        });
        expect(page.count).toBe('6');
        paged.push(...page.ids);
      }
      expect(paged).toEqual(ascending.map(({ id }) => id));
    }
  });

  it('pages by cursor, in every order, with and without filters, also while records are added', async () => {
    const { webhooks, notify } = await createHistory();
    for (const filter of [{}, { notificationType: 'firstQuery' }, { successOrFailure: 'success' }]) {
      for (const sortField of ['createdAt', 'updatedAt', 'statusCode', 'notificationType', 'id']) {
        const query = { ...filter, includeGlobal: 'true', sortField, sortOrder: 'asc', pageSize: '2' };
        const whole = await webhooks.history(admin, { ...query, pageSize: '1000' });
        const paged: number[] = [];
        let page = await webhooks.history(admin, query);
        for (;;) {
          paged.push(...page.records.map(({ id }) => id));
          if (page.cursor === undefined) break;
          expect(page.records).toHaveLength(2);
          page = await webhooks.history(admin, { ...query, cursor: page.cursor });
        }
        expect(paged).toEqual(whole.records.map(({ id }) => id));
        expect(whole.cursor).toBeUndefined();
      }
    }
    const first = await webhooks.history(admin, { pageSize: '2' });
    await notify(7);
    const second = await webhooks.history(admin, { pageSize: '2', cursor: first.cursor as string });
    expect(second.records.map(({ id }) => id)).toEqual([1]);
  });

  it('counts the records with the first page, and again after the filter has changed', async () => {
    const { webhooks, notify } = await createHistory();
    const first = await webhooks.history(admin, { includeGlobal: 'true', pageSize: '2' });
    await notify(7);
    const next = { includeGlobal: 'true', pageSize: '2', cursor: first.cursor as string };
    expect((await webhooks.history(admin, next)).count).toBe(first.count);
    const { count } = await webhooks.history(admin, { includeGlobal: 'true' });
    expect(Number(count)).toBeGreaterThan(Number(first.count));
    const { cursor, ...query } = { ...next, notificationType: 'queryCreated' };
    const filtered = await webhooks.history(admin, query);
    expect(filtered.count).not.toBe(first.count);
    expect((await webhooks.history(admin, { ...query, cursor })).count).toBe(filtered.count);
  });

  it('begins at an offset after a cursor, in every order', async () => {
    const { webhooks } = await createHistory();
    for (const sortField of ['createdAt', 'statusCode', 'notificationType', 'id']) {
      const query = { includeGlobal: 'true', sortField, pageSize: '2' };
      const { records } = await webhooks.history(admin, { ...query, pageSize: '100' });
      const { cursor = '' } = await webhooks.history(admin, query);
      for (let offset = 0; offset <= records.length; offset += 1) {
        const page = await webhooks.history(admin, { ...query, cursor, offset });
        expect(page.records).toEqual(records.slice(offset + 2, offset + 4));
      }
    }
  });

  it('reads no more records for a large offset after a cursor', async () => {
    const limits: unknown[] = [];
    const store = interceptStore(createMemoryStore(), {
      call({ operation, table, query }, proceed) {
        if (operation === 'find' && table === 'attempts') limits.push((query as { readonly limit?: number }).limit);
        return proceed();
      },
    });
    const { webhooks } = await createHistory(store);
    const query = { includeGlobal: 'true', pageSize: '2' };
    const { cursor = '' } = await webhooks.history(admin, query);
    limits.length = 0;
    const page = await webhooks.history(admin, { ...query, cursor, offset: Number.MAX_SAFE_INTEGER });
    expect(page.records).toEqual([]);
    expect(new Set(limits)).toEqual(new Set([3]));
  });

  it('refuses a cursor of another order, a forged one, or none', async () => {
    const { webhooks } = await createHistory();
    const forged = (column: string, value: unknown) =>
      Buffer.from(JSON.stringify([column, 'desc', value, 1, 1, ''])).toString('base64url');
    const { cursor = '' } = await webhooks.history(admin, { pageSize: '1' });
    for (const query of [
      { cursor, sortOrder: 'asc' },
      { cursor, sortField: 'id' },
      { cursor: 'nonsense' },
      { cursor: '' },
      { cursor: forged('createdAt', 1.5) },
      { cursor: forged('createdAt', 2 ** 63) },
      { cursor: forged('kind', 'first\0Query'), sortField: 'notificationType' },
      { cursor: forged('kind', 'first\ud800Query'), sortField: 'notificationType' },
    ]) {
      await expect(webhooks.history(admin, query)).rejects.toMatchObject({
        code: 'PARAMETER_INVALID',
        extras: { details: [{ path: 'cursor' }] },
      });
    }
  });

  it.each([
    [{ pageSize: '0' }, 'pageSize'],
    [{ pageSize: '1001' }, 'pageSize'],
    [{ pageSize: 'ten' }, 'pageSize'],
    [{ offset: '-1' }, 'offset'],
    [{ offset: '1.5' }, 'offset'],
    [{ offset: '' }, 'offset'],
    [{ sortField: 'url' }, 'sortField'],
    [{ sortField: 'constructor' }, 'sortField'],
    [{ sortOrder: 'up' }, 'sortOrder'],
    [{ includeGlobal: 'yes' }, 'includeGlobal'],
    [{ includeUser: '1' }, 'includeUser'],
    [{ successOrFailure: 'both' }, 'successOrFailure'],
  ])('refuses %j', async (query, parameter) => {
    const { webhooks } = await createEngine();
    await expect(webhooks.history(user, query)).rejects.toMatchObject({
      code: 'PARAMETER_INVALID',
      statusCode: 400,
      extras: { details: [{ path: parameter }] },
    });
  });

  it('refuses an unknown kind', async () => {
    const { webhooks } = await createEngine();
    await expect(webhooks.history(user, { notificationType: 'nonsense' })).rejects.toMatchObject({
      code: 'KIND_UNKNOWN',
      statusCode: 400,
    });
  });

  it('keeps the records of deleted webhooks', async () => {
    const { list, webhooks } = await createHistory();
    await webhooks.remove(user, 1);
    expect((await list(user)).names).toEqual(['Seven', 'Seven']);
  });
});
