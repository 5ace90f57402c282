import { createPortcullis, createStaticSecretKeys, type Portcullis, type Store } from '@portcullis/core';
import { createReceiver, type Receiver } from '@portcullis/testing';
import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPostgresStore } from '../src/postgres.ts';
import { ADMIN, WEBHOOK } from './support/requests.ts';

let postgres: PostgresDatabase;
let client: Client;
let store: Store;
let portcullis: Portcullis;
let receiver: Receiver;
/** Called while the store waits for the host's response about an owner. */
let meanwhile = async (): Promise<unknown> => undefined;

beforeAll(async () => {
  postgres = await openPostgresDatabase();
  client = new Client(postgres.connectionString).on('error', () => {});
  await client.connect();
  await client.query('create table tags (name text)');
  store = createPostgresStore({ connectionString: postgres.connectionString });
  receiver = await createReceiver();
  const allow = [{ cidr: '127.0.0.1/32' }];
  const permissionsOf = async () => {
    await meanwhile();
    return ['APPLICATION_ADMIN'];
  };
  const secretKeys = createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } });
  portcullis = await createPortcullis({ plugins: [], store, secretKeys, webhooks: { allow }, host: { permissionsOf } });
  await portcullis.webhooks.create(ADMIN, {
    webhooks: [
      { name: 'Tags', url: `${receiver.url}/in`, global: true, notificationType: ['tagCreated'], actionType: null },
    ],
  });
});
afterAll(async () => {
  await portcullis?.close();
  await client?.end();
  await receiver?.close();
  await postgres?.stop();
});

/** Writes a tag and publishes it, in the transaction of the client. */
async function createTag(tagName: string): Promise<void> {
  await client.query('insert into tags (name) values ($1)', [tagName]);
  await portcullis.notifications.notify({ kind: 'tagCreated', metadata: { tagName } }, store.join?.(client));
}

async function whatIsCommitted() {
  const { rows } = await client.query<{ name: string }>('select name from tags order by name');
  const [events, deliveries] = [await store.count('events', {}), await store.count('deliveries', {})];
  return { tags: rows.map(({ name }) => name), events, deliveries };
}

describe('a notification in a transaction of the host', () => {
  it('is rolled back with it: no event, no delivery, no request', async () => {
    await client.query('begin');
    await createTag('rolled back');
    await client.query('rollback');
    expect(await whatIsCommitted()).toEqual({ tags: [], events: 0, deliveries: 0 });
  });

  it('is sent right after the commit, and is not visible before', async () => {
    await client.query('begin');
    await createTag('committed');
    expect(await store.count('events', {})).toBe(0);
    expect(await store.count('deliveries', {})).toBe(0);
    expect(receiver.requests).toEqual([]);
    await client.query('commit');
    const [request] = await receiver.received(1);
    expect(JSON.parse(request?.body.toString() ?? '')).toMatchObject({ metadata: { tagName: 'committed' } });
    expect(await whatIsCommitted()).toEqual({ tags: ['committed'], events: 1, deliveries: 1 });
    expect(receiver.requests).toHaveLength(1);
  });

  it('uses the state of its webhooks at the time when their endpoint queues are locked', async () => {
    const [webhook] = await portcullis.webhooks.list(ADMIN);
    const pause = (paused: boolean) => portcullis.webhooks.update(ADMIN, webhook?.id ?? 0, { paused });
    meanwhile = async () => {
      meanwhile = async () => undefined;
      await pause(true);
    };
    await client.query('begin');
    await createTag('paused meanwhile');
    await client.query('commit');
    const [last] = await store.find('deliveries', { orderBy: [['id', 'desc']], limit: 1 });
    expect(last).toMatchObject({ status: 'held', holdReason: 'paused' });
    await pause(false);
    await vi.waitFor(async () => expect(await store.count('deliveries', { status: 'succeeded' })).toBe(2), 60_000);
  });

  it('is neither reported nor sent if the host rolls it back to a savepoint, unlike those outside of it', async () => {
    const sent = receiver.requests.length;
    const reported: number[] = [];
    const unsubscribe = portcullis.events.on('notification.published', ({ eventId }) => reported.push(eventId));
    await client.query('begin');
    await createTag('before the savepoint');
    await client.query('savepoint part');
    await createTag('in the savepoint');
    await client.query('rollback to savepoint part');
    await createTag('after the savepoint');
    await client.query('commit');
    await receiver.received(sent + 2);
    const bodies = receiver.requests.slice(sent).map(({ body }) => JSON.parse(body.toString()).metadata.tagName);
    expect(bodies.toSorted()).toEqual(['after the savepoint', 'before the savepoint']);
    const committed = await store.find('events', { orderBy: [['id', 'desc']], limit: 2 });
    await expect.poll(() => reported.toSorted()).toEqual(committed.map(({ id }) => id).toSorted());
    unsubscribe();
  });

  it('is refused if its tenant is suspended while the host is asked for permissions', async () => {
    const { tenants } = portcullis;
    await tenants.create({ id: 'acme' });
    const { webhooks, notifications } = portcullis.tenant('acme');
    await webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
    meanwhile = async () => {
      meanwhile = async () => undefined;
      await tenants.suspend('acme');
    };
    await client.query('begin');
    const published = notifications.notify(
      { kind: 'tagCreated', metadata: { tagName: 'too late' } },
      store.join?.(client),
    );
    await expect(published).rejects.toMatchObject({ code: 'TENANT_SUSPENDED' });
    await client.query('commit');
    expect(await store.scoped('acme').count('events', {})).toBe(0);
  });

  it('blocks publications to the same webhook, and to other webhooks only briefly', async () => {
    const ofTags = (tagName: string) => portcullis.notifications.notify({ kind: 'tagCreated', metadata: { tagName } });
    const ofOthers = () => portcullis.notifications.notify({ kind: 'tagDeleted', metadata: { tagName: 'other' } });
    const waitingForLock = async () => {
      const { rows } = await client.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rows.length;
    };
    const before = await store.count('deliveries', {});
    await client.query('begin');
    await createTag('slow');
    // More than the number of connections.
    const behind = Array.from({ length: 30 }, (_each, number) => ofTags(`behind ${number}`));
    expect(await Promise.all(Array.from({ length: 100 }, ofOthers))).toHaveLength(100);
    behind.push(ofTags('last'));
    expect(await ofOthers()).toMatchObject({ deliveries: 0 });
    await vi.waitFor(async () => expect(await waitingForLock()).toBe(1), 60_000);
    expect(await store.count('deliveries', {})).toBe(before);
    await client.query('commit');
    expect((await Promise.all(behind)).every(({ deliveries }) => deliveries === 1)).toBe(true);
    expect(await store.count('deliveries', {})).toBe(before + 32);
  });
});
