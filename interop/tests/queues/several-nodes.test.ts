import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createSystemClock, type Portcullis } from '@portcullis/core';
import { createReceiver, type Receiver, type ReceiverResponse } from '@portcullis/testing';
import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { findRedis, NO_REDIS, type RunningRedis, startRedis } from '@portcullis/testing/redis';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NodeOrder } from './node-process.ts';
import { ENGINES, type Engine, type NodeOptions, openNode } from './open-node.ts';
import { countDelivered, makeWebhooks, publish } from './webhooks.ts';

const program = findRedis();
/** Milliseconds that a busy machine may need. */
const TIMEOUT_MS = 120_000;
const TIMEOUT = { timeout: 180_000 };
const HOUR_MS = 3_600_000;

let postgres: PostgresDatabase;
let redis: RunningRedis | undefined;
let admin: Client;
const closings: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  postgres = await openPostgresDatabase();
  admin = new Client(postgres.connectionString).on('error', () => {});
  await admin.connect();
  if (program !== undefined) redis = await startRedis(program);
});
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});
afterAll(async () => {
  await admin?.end();
  await redis?.kill();
  await postgres?.stop();
});

const optionsFor = (engine: Engine): NodeOptions => ({
  engine,
  databaseUrl: postgres.connectionString,
  redisUrl: redis?.url,
  scope: `s${randomUUID().replaceAll('-', '')}`,
});

async function open(options: NodeOptions): Promise<Portcullis> {
  const node = await openNode(options);
  closings.push(() => node.close({ deadlineMs: 1000 }));
  return node;
}

async function receive(response?: ReceiverResponse): Promise<Receiver> {
  const receiver = await createReceiver(response);
  closings.push(() => receiver.close());
  return receiver;
}

/** Returns the number of records of each delivery: `{ '1 of succeeded': 144 }` if each was sent once. */
async function records(scope: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await admin.query(`
    select successes || ' of ' || status as what, count(*)::int as deliveries from (
      select status, (select count(*) from "${scope}".portcullis_attempts attempt
                       where attempt.delivery_id = delivery.id and attempt.succeeded) as successes
        from "${scope}".portcullis_deliveries delivery) counted
     group by 1`);
  return Object.fromEntries(rows.map(({ what, deliveries }) => [what, deliveries]));
}

async function untilDelivered(scope: string, deliveries: number): Promise<void> {
  const made = { '1 of succeeded': deliveries };
  await vi.waitFor(async () => expect(await records(scope)).toEqual(made), { timeout: TIMEOUT_MS, interval: 100 });
}

describe.each(ENGINES)('nodes that use %s', (engine) => {
  beforeEach(({ skip }) => skip(engine === 'BullMQ' && program === undefined, NO_REDIS));

  it.each([2, 4])('send the deliveries of the same webhooks, %d concurrently, each once', TIMEOUT, async (count) => {
    const options = { ...optionsFor(engine), concurrency: 8 };
    const receiver = await receive((_, response) => setTimeout(() => response.end(), 10));
    const nodes = [await open(options)];
    for (let node = 1; node < count; node += 1) nodes.push(await open(options));
    const delivered = nodes.map(countDelivered);
    const [first] = nodes;
    if (!first) throw new Error('There is no node.');
    await makeWebhooks(first, receiver.url, 6);
    const nodesThatDelivered = () => delivered.filter((countOf) => countOf() > 0).length;
    let events = 0;
    // A few deliveries may all be sent by one node, if it is fast enough on a busy machine.
    for (let round = 0; round < 10 && nodesThatDelivered() < 2; round += 1) {
      for (const until = events + 24; events < until; events += 1)
        await publish(nodes[events % count] ?? first, events);
      await untilDelivered(options.scope, 6 * events);
    }
    expect(receiver.requests).toHaveLength(6 * events);
    expect(nodesThatDelivered()).toBeGreaterThan(1);
  });

  it('take over the deliveries of a killed node', TIMEOUT, async () => {
    const options = optionsFor(engine);
    const receiver = await receive(() => {});
    const killed = fork(join(import.meta.dirname, 'node-process.ts'), { execArgv: ['--conditions=source'] });
    closings.push(async () => killed.kill('SIGKILL'));
    const order: NodeOrder = { options, receiverUrl: receiver.url, webhooks: 3, events: 5 };
    killed.send(order);
    await once(killed, 'message');
    // Four deliveries to each endpoint are running. The fifth waits.
    await receiver.received(12);
    const exited = once(killed, 'exit');
    killed.kill('SIGKILL');
    await exited;
    receiver.respond((_, response) => response.end());
    // With a clock that is ahead, the leases of the dead node have expired.
    const system = createSystemClock();
    await open({ ...options, clock: { ...system, now: () => system.now() + HOUR_MS } });
    await untilDelivered(options.scope, 15);
    const { rows } = await admin.query(
      `select count(*)::int as interrupted from "${options.scope}".portcullis_attempts where error_phase = 'interrupted'`,
    );
    expect(rows).toEqual([{ interrupted: 12 }]);
    expect(receiver.requests).toHaveLength(27);
    const copies = Map.groupBy(receiver.requests, ({ path, headers }) => `${path} ${headers['webhook-id']}`);
    expect(copies.size).toBe(15);
  });
});

it('a notification of one node is delivered by another at once, after a signal of the store', TIMEOUT, async () => {
  const options = { ...optionsFor('the store'), reconcileMs: HOUR_MS };
  const receiver = await receive();
  // The first node has no capacity for a delivery, no node polls by itself, and no timer is due for an hour.
  const publisher = await open({ ...options, concurrency: 0 });
  await open(options);
  await makeWebhooks(publisher, receiver.url, 2);
  await publish(publisher, 1);
  await untilDelivered(options.scope, 2);
});

describe('a Redis that crashes', () => {
  it('and restarts without data loses no delivery', TIMEOUT, async ({ skip }) => {
    if (!redis) return skip(NO_REDIS);
    const options = optionsFor('BullMQ');
    const receiver = await receive((_, response) => setTimeout(() => response.end(), 5));
    const nodes = [await open(options), await open(options)];
    const [first, second] = nodes as [Portcullis, Portcullis];
    await makeWebhooks(first, receiver.url, 4);
    for (let event = 0; event < 60; event += 1) {
      if (event === 20) await redis.kill();
      if (event === 40) await redis.start();
      await publish(event % 2 ? first : second, event);
    }
    await untilDelivered(options.scope, 240);
    expect(receiver.requests).toHaveLength(240);
  });

  it('and stays down loses no delivery', TIMEOUT, async ({ skip }) => {
    if (!redis) return skip(NO_REDIS);
    const options = optionsFor('BullMQ');
    const receiver = await receive();
    const nodes = [await open(options), await open(options)];
    const [first, second] = nodes as [Portcullis, Portcullis];
    await makeWebhooks(first, receiver.url, 4);
    await redis.kill();
    closings.push(() => redis?.start() ?? Promise.resolve());
    for (let event = 0; event < 10; event += 1) await publish(event % 2 ? first : second, event);
    await untilDelivered(options.scope, 40);
  });
});
