import { createFakeClock, createFakeTransport } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { ADMIN, createTestInstance, type TestInstanceOptions } from '../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../tests/support/expect-refusal.ts';
import { createDelayedStore, LATE_ROWS } from '../../tests/support/late-rows.ts';
import { overrideStore } from '../../tests/support/override-store.ts';
import { settled } from '../../tests/support/settled.ts';
import { webhookBody } from '../../tests/support/webhook-body.ts';
import { createMemoryStore, type Portcullis } from '../index.ts';

const DAY = 86_400_000;
const WEBHOOK = webhookBody();
const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;

/** An instance with the tenants acme and bolt, a webhook each. */
async function start(options: TestInstanceOptions) {
  const instance = await createTestInstance(options);
  for (const id of ['acme', 'bolt']) {
    await instance.portcullis.tenants.create({ id });
    const url = `https://hooks.example.com/${id}`;
    await instance.portcullis.tenant(id).webhooks.create(ADMIN, { webhooks: [{ ...WEBHOOK, url }] });
  }
  return instance;
}

const publish = (portcullis: Portcullis, id: string) => portcullis.tenant(id).notifications.notify(tag);

describe('a suspended tenant', () => {
  it('is refused with TENANT_SUSPENDED until it is resumed', async () => {
    const { portcullis, clock } = await start({});
    clock.advance(5000);
    expect(await portcullis.tenants.suspend('acme')).toMatchObject({
      state: 'suspended',
      stateSince: '2024-01-01T00:00:05.000Z',
    });
    expect(await refusalOf(portcullis.tenant('acme').webhooks.list(ADMIN))).toMatchObject({ code: 'TENANT_SUSPENDED' });
    expect(await refusalOf(publish(portcullis, 'acme'))).toMatchObject({ code: 'TENANT_SUSPENDED' });
    expect(await portcullis.tenant('bolt').webhooks.list(ADMIN)).toHaveLength(1);
    expect(await portcullis.tenants.resume('acme')).toMatchObject({ state: 'active' });
    expect(await portcullis.tenant('acme').webhooks.list(ADMIN)).toHaveLength(1);
  });

  it('refuses a notification for which the host was still being asked when it was suspended', async () => {
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    const { portcullis, store } = await start({ host: { permissionsOf: () => promise } });
    const published = refusalOf(publish(portcullis, 'acme'));
    const ofOther = publish(portcullis, 'bolt');
    await settled();
    await portcullis.tenants.suspend('acme');
    const lines: string[] = [];
    for await (const line of await portcullis.tenants.export('acme')) lines.push(line);
    resolve(['APPLICATION_ADMIN']);
    expect(await published).toMatchObject({ code: 'TENANT_SUSPENDED' });
    expect(await store.scoped('acme').count('events', {})).toBe(0);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ exact: true });
    expect(await ofOther).toMatchObject({ deliveries: 1 });
  });

  it.each(LATE_ROWS)('refuses a new %s that would be stored after its suspension', async (_, add) => {
    const { store, overtake } = createDelayedStore();
    const { portcullis } = await createTestInstance({ store });
    await portcullis.tenants.create({ id: 'acme' });
    const added = await overtake(
      () => refusalOf(add(portcullis.tenant('acme'))),
      () => portcullis.tenants.suspend('acme'),
    );
    expect(added).toMatchObject({ code: 'TENANT_SUSPENDED' });
    const tables = ['integrations', 'webhooks', 'apiKeys', 'settings'] as const;
    const counts = await Promise.all(tables.map((table) => store.scoped('acme').count(table, {})));
    expect(counts).toEqual([0, 0, 0, 0]);
  });

  it('does the work of an Idempotency-Key that was refused during its suspension after it is resumed', async () => {
    const { store, overtake } = createDelayedStore();
    const { portcullis } = await createTestInstance({ store });
    await portcullis.tenants.create({ id: 'acme' });
    const { webhooks } = portcullis.tenant('acme');
    const create = () => webhooks.create(ADMIN, { webhooks: [WEBHOOK] }, { idempotencyKey: 'one' });
    const refusal = await overtake(
      () => refusalOf(create()),
      () => portcullis.tenants.suspend('acme'),
    );
    expect(refusal).toMatchObject({ code: 'TENANT_SUSPENDED' });
    await portcullis.tenants.resume('acme');
    expect((await create()).createdWebhooks).toHaveLength(1);
  });

  it('is unchanged when it is suspended or resumed again', async () => {
    const { portcullis, clock } = await start({});
    const suspended = await portcullis.tenants.suspend('acme');
    clock.advance(1000);
    expect(await portcullis.tenants.suspend('acme')).toEqual(suspended);
    const active = await portcullis.tenants.resume('acme');
    clock.advance(1000);
    expect(await portcullis.tenants.resume('acme')).toEqual(active);
  });

  it.each(['suspend', 'resume'] as const)('must exist for %s', async (call) => {
    const { portcullis } = await start({});
    expect(await refusalOf(portcullis.tenants[call]('unknown'))).toMatchObject({ code: 'TENANT_UNKNOWN' });
    expect(await refusalOf(portcullis.tenants[call](''))).toMatchObject({ code: 'TENANT_ID_INVALID' });
  });

  it('keeps its retries waiting without attempts, and sends them when it is resumed', async () => {
    let status = 500;
    const transport = createFakeTransport(() => status);
    const { portcullis, clock, store } = await start({ transport });
    for (let event = 0; event < 3; event += 1) await publish(portcullis, 'acme');
    await settled();
    expect(transport.requests).toHaveLength(3);
    await portcullis.tenants.suspend('acme');
    status = 200;
    for (let days = 0; days < 3; days += 1) {
      clock.advance(DAY);
      await settled();
    }
    expect(transport.requests).toHaveLength(3);
    expect(await store.scoped('acme').find('endpointQueues')).toMatchObject([{ pending: 3, nextDueAt: null }]);
    await publish(portcullis, 'bolt');
    await settled();
    expect(transport.requests.map(({ url }) => url).at(-1)).toBe('https://hooks.example.com/bolt');
    await portcullis.tenants.resume('acme');
    await settled();
    expect(await store.scoped('acme').find('deliveries')).toMatchObject(
      Array(3).fill({ status: 'succeeded', attempts: 2 }),
    );
    expect(transport.requests).toHaveLength(7);
  });

  it('finishes the attempts that are in flight, and sends none of the deliveries that wait behind them', async () => {
    const open: (() => void)[] = [];
    const transport = createFakeTransport(() => new Promise((resolve) => open.push(() => resolve(200))));
    const { portcullis, store } = await start({ transport, webhooks: { concurrencyPerEndpoint: 1 } });
    const events = 20;
    for (let event = 0; event < events; event += 1) await publish(portcullis, 'acme');
    await settled();
    await portcullis.tenants.suspend('acme');
    const leased = await store.scoped('acme').count('deliveries', { status: 'leased' });
    for (let turn = 0; turn < events; turn += 1) {
      for (const end of open.splice(0)) end();
      await settled();
    }
    expect(transport.requests).toHaveLength(leased);
    expect(leased).toBeLessThan(events);
    expect(await store.scoped('acme').count('deliveries', { status: 'pending' })).toBe(events - leased);
    await portcullis.tenants.resume('acme');
    for (let turn = 0; turn < events; turn += 1) {
      await settled();
      for (const end of open.splice(0)) end();
    }
    await settled();
    expect(await store.scoped('acme').count('deliveries', { status: 'succeeded' })).toBe(events);
    expect(transport.requests).toHaveLength(events);
  });

  it('stays suspended after a restart, and can be resumed in the next process', async () => {
    let status = 500;
    const transport = createFakeTransport(() => status);
    const clock = createFakeClock();
    const kept = createMemoryStore();
    const store = overrideStore(kept, {});
    const first = await start({ transport, clock, store: { ...store, close: async () => {} } });
    await publish(first.portcullis, 'acme');
    await settled();
    await first.portcullis.tenants.suspend('acme');
    await first.portcullis.close();
    status = 200;
    const second = await createTestInstance({ transport, clock, store });
    clock.advance(DAY);
    await settled();
    expect(transport.requests).toHaveLength(1);
    await second.portcullis.tenants.resume('acme');
    await settled();
    expect(transport.requests).toHaveLength(2);
  });
});

describe('a tenant of two nodes', () => {
  it('is held on both within two seconds, and resumed by the other one', async () => {
    let status = 500;
    const transport = createFakeTransport(() => status);
    const clock = createFakeClock();
    const store = overrideStore(createMemoryStore(), { shared: true });
    const one = await start({ transport, clock, store });
    const two = await createTestInstance({ transport, clock, store });
    for (const { portcullis } of [one, two, one, two]) await publish(portcullis, 'acme');
    await settled();
    const before = transport.requests.length;
    expect(before).toBe(4);
    await one.portcullis.tenants.suspend('acme');
    clock.advance(2000);
    expect(await refusalOf(publish(two.portcullis, 'acme'))).toMatchObject({ code: 'TENANT_SUSPENDED' });
    status = 200;
    for (let days = 0; days < 3; days += 1) {
      clock.advance(DAY);
      await settled();
    }
    expect(transport.requests).toHaveLength(before);
    await two.portcullis.tenants.resume('acme');
    await settled();
    expect(await store.scoped('acme').find('deliveries')).toMatchObject(Array(4).fill({ status: 'succeeded' }));
    expect(transport.requests).toHaveLength(before + 4);
  });
});
