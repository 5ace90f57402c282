import { createFakeTransport } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { ADMIN, bodyOf, createTestInstance } from '../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../tests/support/expect-refusal.ts';
import { settled } from '../../tests/support/settled.ts';
import { webhookBody } from '../../tests/support/webhook-body.ts';
import type { OperationResponse } from '../index.ts';

const WEBHOOK = webhookBody();
const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;

describe('tenants', () => {
  it('are created, listed page by page, renamed and read', async () => {
    const { portcullis } = await createTestInstance();
    const { tenants } = portcullis;
    for (const id of ['c', 'a', 'b']) await tenants.create({ id, name: `Customer ${id}` });
    const first = await tenants.list({ limit: 2 });
    expect(first).toMatchObject({ tenants: [{ id: 'a', state: 'active' }, { id: 'b' }], cursor: 'b' });
    expect(await tenants.list({ limit: 2, cursor: first.cursor as string })).toEqual({
      tenants: [await tenants.get('c')],
    });
    expect(await tenants.update('a', { name: 'Acme' })).toMatchObject({ id: 'a', name: 'Acme' });
    expect(await tenants.update('a', { name: null })).not.toHaveProperty('name');
  });

  it.each(['', 'a\u0000', 'x'.repeat(129), '\ud800', undefined, 7])('cannot have the id %j', async (id) => {
    const { portcullis } = await createTestInstance();
    expect(await refusalOf(portcullis.tenants.create({ id: id as string }))).toMatchObject({
      code: 'TENANT_ID_INVALID',
    });
    expect(() => portcullis.tenant(id as string)).toThrow(expect.objectContaining({ code: 'TENANT_ID_INVALID' }));
  });

  it('cannot have a name with control characters, and have no page after such an id', async () => {
    const { tenants } = (await createTestInstance()).portcullis;
    const refusal = { code: 'BODY_INVALID', extras: { details: [{ path: 'name' }] } };
    expect(await refusalOf(tenants.create({ id: 'acme', name: 'A\0' }))).toMatchObject(refusal);
    await tenants.create({ id: 'acme' });
    expect(await refusalOf(tenants.update('acme', { name: 'A\0' }))).toMatchObject(refusal);
    expect(await refusalOf(tenants.list({ cursor: 'a\0' }))).toMatchObject({ code: 'PARAMETER_INVALID' });
  });

  it.each(['Acme', 'acme ', '\u212Bcme', 'a\u0301cme'])(
    'with similar ids, such as %j, are different ones',
    async (id) => {
      const { portcullis } = await createTestInstance();
      await portcullis.tenants.create({ id: 'acme' });
      expect(await refusalOf(portcullis.tenant(id).settings.get(ADMIN))).toMatchObject({ code: 'TENANT_UNKNOWN' });
      await portcullis.tenants.create({ id });
      await portcullis.tenant(id).settings.update(ADMIN, { webhookDeadlineMs: 5000 });
      expect(await portcullis.tenant('acme').settings.get(ADMIN)).toMatchObject({ webhookDeadlineMs: 10_000 });
    },
  );

  it('exist once, and are unknown until they are created', async () => {
    const { portcullis } = await createTestInstance();
    expect(await refusalOf(portcullis.tenant('acme').webhooks.list(ADMIN))).toMatchObject({ code: 'TENANT_UNKNOWN' });
    expect(await refusalOf(portcullis.tenants.get('acme'))).toMatchObject({ code: 'TENANT_UNKNOWN' });
    await portcullis.tenants.create({ id: 'acme' });
    expect(await portcullis.tenant('acme').webhooks.list(ADMIN)).toEqual([]);
    expect(await refusalOf(portcullis.tenants.create({ id: 'acme' }))).toMatchObject({ code: 'TENANT_EXISTS' });
  });

  it('are created at their first use if the host configures it', async () => {
    const { portcullis } = await createTestInstance({ tenants: { create: 'on-first-use' } });
    const lists = await Promise.all([1, 2, 3].map(() => portcullis.tenant('acme').webhooks.list(ADMIN)));
    expect(lists).toEqual([[], [], []]);
    expect(await portcullis.tenants.list()).toMatchObject({ tenants: [{ id: 'acme' }] });
  });

  it('refuse principals of other tenants', async () => {
    const { portcullis } = await createTestInstance();
    await portcullis.tenants.create({ id: 'acme' });
    const foreign = { principal: { ...ADMIN.principal, tenant: 'other' } };
    const own = { principal: { ...ADMIN.principal, tenant: 'acme' } };
    expect(await portcullis.tenant('acme').webhooks.list(own)).toEqual([]);
    for (const services of [portcullis, portcullis.tenant('acme')]) {
      expect(await refusalOf(services.webhooks.list(foreign))).toMatchObject({ code: 'TENANT_MISMATCH' });
    }
    expect(await refusalOf(portcullis.webhooks.list(own))).toMatchObject({ code: 'TENANT_MISMATCH' });
  });
});

describe('two tenants of one instance', () => {
  it('deliver to their own webhooks, and events, log lines and callbacks name the tenant', async () => {
    const transport = createFakeTransport(({ url }) => (url.includes('fails') ? 410 : 200));
    const asked: unknown[] = [];
    const { portcullis, events, logger } = await createTestInstance({
      transport,
      host: {
        async permissionsOf(_userId, of) {
          asked.push(of.tenant);
          return ['APPLICATION_ADMIN'];
        },
      },
    });
    const emitted: unknown[] = [];
    for (const id of ['acme', 'bolt']) {
      await portcullis.tenants.create({ id });
      portcullis.tenant(id).events.on('delivery.attempted', (event) => emitted.push([id, event.tenant]));
      await portcullis.tenant(id).webhooks.create(ADMIN, {
        webhooks: [{ ...WEBHOOK, url: `https://${id === 'bolt' ? 'fails.' : ''}example.com/${id}` }],
      });
    }
    await portcullis.tenant('acme').notifications.notify(tag);
    await settled();
    expect(transport.requests.map(({ url }) => url)).toEqual(['https://example.com/acme']);
    await portcullis.tenant('bolt').notifications.notify(tag);
    await portcullis.notifications.notify(tag);
    await settled();
    expect(transport.requests).toHaveLength(2);
    expect(emitted).toEqual([
      ['acme', 'acme'],
      ['bolt', 'bolt'],
    ]);
    expect(new Set(asked)).toEqual(new Set(['acme', 'bolt']));
    expect(events.filter(({ name }) => name === 'notification.published').map(({ event }) => event.tenant)).toEqual([
      'acme',
      'bolt',
      undefined,
    ]);
    const warnings = logger.entries.filter(({ level }) => level === 'warn');
    expect(warnings.map(({ details }) => details?.tenant)).toEqual(['bolt']);
  });

  it('publish with the same idempotency key, each once, also together in one batch', async () => {
    const { portcullis, store } = await createTestInstance();
    for (const id of ['acme', 'bolt']) await portcullis.tenants.create({ id });
    const publish = (id: string) => portcullis.tenant(id).notifications.notify({ ...tag, idempotencyKey: 'same' });
    const results = await Promise.all(['acme', 'bolt', 'acme', 'bolt'].map(publish));
    expect(results.map(({ repeated }) => repeated).toSorted()).toEqual([false, false, true, true]);
    const later = await Promise.all(['acme', 'bolt'].map(publish));
    expect(later.map(({ eventId }) => eventId)).toEqual([results[0]?.eventId, results[1]?.eventId]);
    expect(later[0]?.eventId).not.toBe(later[1]?.eventId);
    expect(await store.scoped('acme').count('events', {})).toBe(1);
    expect(await store.scoped('bolt').count('events', {})).toBe(1);
  });

  it('mark their objects differently, and see those of the other as foreign', async () => {
    const { portcullis, platform } = await createTestInstance();
    for (const id of ['acme', 'bolt']) await portcullis.tenants.create({ id });
    const create = async (id: string) => {
      const { integrations } = portcullis.tenant(id);
      const response = (await integrations.create(ADMIN, bodyOf())) as OperationResponse;
      return integrations.whenIdle(Number(response.id));
    };
    expect(await create('acme')).toMatchObject({ status: 'enabled' });
    const before = JSON.stringify(platform.snapshot());
    const refused = await create('bolt').then(
      ({ status }) => status,
      (error: { readonly code: string }) => error.code,
    );
    expect(['createError', 'VALIDATION_FAILED']).toContain(refused);
    expect(JSON.stringify(platform.snapshot())).toBe(before);
  });

  it('count their own webhooks, and the instance those of all tenants with the activity of the node', async () => {
    const { portcullis } = await createTestInstance();
    for (const id of ['acme', 'bolt']) {
      await portcullis.tenants.create({ id });
      await portcullis.tenant(id).webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
    }
    const own = await portcullis.tenant('acme').webhooks.stats(ADMIN);
    expect(own.webhooks.active).toBe(1);
    expect(own).not.toHaveProperty('node');
    expect(await portcullis.tenants.stats()).toMatchObject({ webhooks: { active: 2 }, node: { inFlight: 0 } });
  });

  it('keep settings of their own, which deliveries obey', async () => {
    const transport = createFakeTransport(() => 500);
    const { portcullis, store } = await createTestInstance({ transport });
    for (const id of ['acme', 'bolt']) {
      await portcullis.tenants.create({ id });
      await portcullis.tenant(id).webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
    }
    await portcullis.tenant('acme').settings.update(ADMIN, { webhookAutomaticRetry: false });
    for (const id of ['acme', 'bolt']) await portcullis.tenant(id).notifications.notify(tag);
    await settled();
    expect(await store.scoped('acme').find('deliveries')).toMatchObject([{ status: 'exhausted' }]);
    expect(await store.scoped('bolt').find('deliveries')).toMatchObject([{ status: 'pending' }]);
  });
});
