import { randomUUID } from 'node:crypto';
import { createMariaDbStore } from '@portcullis/store-sql/mariadb';
import { createReceiver } from '@portcullis/testing';
import { findMariaDb, type MariaDbDatabase, NO_MARIADB, openMariaDbDatabase } from '@portcullis/testing/mariadb';
import { findRedis, NO_REDIS, startRedis } from '@portcullis/testing/redis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type NodeOptions, openNode } from './open-node.ts';
import { countDelivered, makeWebhooks, publish } from './webhooks.ts';

const TIMEOUT = { timeout: 180_000 };
const WAIT = { timeout: 120_000, interval: 100 };
const HOUR_MS = 3_600_000;

it.skipIf(findMariaDb())('needs MariaDB', ({ skip }) => skip(NO_MARIADB));

describe.runIf(findMariaDb())('nodes on MariaDB', () => {
  let database: MariaDbDatabase;
  const closings: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    database = await openMariaDbDatabase();
    closings.push(() => database.stop());
  });
  afterEach(async () => {
    for (const close of closings.splice(0).toReversed()) await close();
  });

  async function open(options: Partial<NodeOptions> = {}) {
    const scope = `s${randomUUID().replaceAll('-', '')}`;
    const node = await openNode({
      engine: 'the store',
      databaseUrl: database.connectionString,
      scope,
      // No node checks the store by itself.
      reconcileMs: HOUR_MS,
      ...options,
    });
    closings.push(() => node.close({ deadlineMs: 1000 }));
    return node;
  }

  async function receive() {
    const receiver = await createReceiver();
    closings.push(() => receiver.close());
    return receiver;
  }

  async function untilDelivered(deliveries: number): Promise<void> {
    const store = createMariaDbStore({ connectionString: database.connectionString, pool: { connectionLimit: 1 } });
    await store.open();
    closings.push(() => store.close());
    await vi.waitFor(
      async () => expect(await store.count('deliveries', { status: 'succeeded' })).toBe(deliveries),
      WAIT,
    );
  }

  it('deliver the notifications of a node without capacity, after a signal of the store', TIMEOUT, async () => {
    const receiver = await receive();
    const publisher = await open({ concurrency: 0 });
    const delivered = countDelivered(await open());
    await makeWebhooks(publisher, receiver.url, 2);
    for (let event = 0; event < 5; event += 1) await publish(publisher, event);
    await untilDelivered(10);
    expect(receiver.requests).toHaveLength(10);
    expect(delivered()).toBe(10);
  });

  it('share the deliveries of a node whose capacity is small', TIMEOUT, async () => {
    const receiver = await receive();
    receiver.respond((_, response) => void setTimeout(() => response.end(), 20));
    const publisher = await open({ concurrency: 1 });
    const delivered = countDelivered(await open());
    await makeWebhooks(publisher, receiver.url, 6);
    for (let event = 0; event < 30; event += 1) await publish(publisher, event);
    await untilDelivered(180);
    expect(receiver.requests).toHaveLength(180);
    expect(delivered()).toBeGreaterThan(0);
  });

  it('share the deliveries if a queue on Redis wakes them, without signals of the store', TIMEOUT, async ({ skip }) => {
    const program = findRedis();
    if (program === undefined) return skip(NO_REDIS);
    const redis = await startRedis(program);
    closings.push(() => redis.kill());
    const receiver = await receive();
    receiver.respond((_, response) => void setTimeout(() => response.end(), 10));
    const scope = `s${randomUUID()}`;
    const woken = { engine: 'BullMQ', redisUrl: redis.url, scope, signalPollMs: 0, concurrency: 4 } as const;
    // A wake-up that the publisher handles itself does not reach the other node.
    const nodes = [await open({ ...woken, reconcileMs: 1000 }), await open({ ...woken, reconcileMs: 1000 })] as const;
    const delivered = nodes.map(countDelivered);
    await makeWebhooks(nodes[0], receiver.url, 6);
    let events = 0;
    for (let round = 0; round < 10 && delivered.some((countOf) => countOf() === 0); round += 1) {
      for (const until = events + 12; events < until; events += 1) await publish(nodes[0], events);
      await untilDelivered(6 * events);
    }
    expect(receiver.requests).toHaveLength(6 * events);
    expect(delivered.filter((countOf) => countOf() > 0)).toHaveLength(2);
  });
});
