import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { OperationResponse } from '@portcullis/core';
import { createSimulatedPlatform, type SimulatedPlatform } from '@portcullis/testing';
import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { findRedis, NO_REDIS, type RunningRedis, startRedis } from '@portcullis/testing/redis';
import { afterAll, beforeAll, beforeEach, describe, expect, it, type TestContext, vi } from 'vitest';
import { ADMIN } from '../../src/shared/admin.ts';
import { ENGINES, type Engine } from './open-node.ts';
import {
  BODY,
  CLOSING,
  openRecurringNode,
  PERIOD_MS,
  type RecurringNode,
  type RecurringNodeOptions,
} from './open-recurring-node.ts';
import type { RecurringOrder } from './recurring-process.ts';

const program = findRedis();
const TIMEOUT = { timeout: 180_000 };
/** The time limits for a busy machine. */
const POLL = { timeout: 60_000, interval: 50 };

let postgres: PostgresDatabase;
let redis: RunningRedis | undefined;

beforeAll(async () => {
  postgres = await openPostgresDatabase();
  if (program === undefined) console.warn(NO_REDIS);
  else redis = await startRedis(program);
});
afterAll(async () => {
  await redis?.kill();
  await postgres?.stop();
});

const optionsFor = (engine: Engine): RecurringNodeOptions => ({
  engine,
  databaseUrl: postgres.connectionString,
  redisUrl: redis?.url,
  scope: `s${randomUUID().replaceAll('-', '')}`,
  beganAt: Date.now(),
});

async function open(
  { onTestFinished }: TestContext,
  options: RecurringNodeOptions,
  platform?: SimulatedPlatform,
): Promise<RecurringNode> {
  const node = await openRecurringNode(options, platform);
  onTestFinished(() => node.portcullis.close(CLOSING));
  return node;
}

/** Two nodes with one platform. The first has set up an integration. */
async function openTwo(
  test: TestContext,
  options: RecurringNodeOptions,
): Promise<readonly [RecurringNode, RecurringNode]> {
  const platform = createSimulatedPlatform();
  const nodes = [await open(test, options, platform), await open(test, options, platform)] as const;
  const [{ portcullis }] = nodes;
  const { id } = (await portcullis.integrations.create(ADMIN, BODY)) as OperationResponse;
  await portcullis.integrations.whenIdle(Number(id));
  return nodes;
}

/** Starts a node in another process and waits until it has reached the given point. */
async function openElsewhere(
  { onTestFinished }: TestContext,
  options: RecurringNodeOptions,
  until: RecurringOrder['until'],
) {
  const child = fork(join(import.meta.dirname, 'recurring-process.ts'), { execArgv: ['--conditions=source'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.send({ options, until } satisfies RecurringOrder);
  await once(child, 'message');
  return {
    async kill() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
const validations = (...nodes: readonly RecurringNode[]) => sum(nodes.map(({ done }) => done.validatedAt.length));
const looks = (...nodes: readonly RecurringNode[]) => sum(nodes.map(({ done }) => done.looks));
const planned = (...nodes: readonly RecurringNode[]) => sum(nodes.map(({ done }) => done.planned));
const interrupted = (...nodes: readonly RecurringNode[]) => sum(nodes.map(({ done }) => done.interrupted));

async function untilMore(count: () => number, more: number): Promise<void> {
  const wanted = count() + more;
  await vi.waitFor(() => expect(count()).toBeGreaterThanOrEqual(wanted), POLL);
}

// The tests mostly wait for the next period, so all engines run concurrently.
describe.concurrent.each(ENGINES)('the recurring validation of nodes that use %s', (engine) => {
  beforeEach(({ skip }) => skip(engine === 'BullMQ' && program === undefined, NO_REDIS));

  it('runs once each time it is due, on one node', TIMEOUT, async (test) => {
    const nodes = await openTwo(test, optionsFor(engine));
    await untilMore(() => validations(...nodes), 4);
    if (engine !== 'the store') await untilMore(() => looks(...nodes), 1);
    const times = nodes.flatMap(({ done }) => done.validatedAt).sort((one, other) => one - other);
    // At least nine tenths of the period, without delays. A second validation for the same time would come with the
    // next check, half a period later.
    for (const [index, time] of times.slice(1).entries())
      expect(time - (times[index] ?? 0)).toBeGreaterThan(PERIOD_MS * 0.6);
  });

  it('continues on the other node after its node is closed', TIMEOUT, async (test) => {
    const nodes = await openTwo(test, optionsFor(engine));
    await untilMore(() => validations(...nodes), 1);
    const [first, second] = nodes;
    const [leaving, remaining] = validations(first) > 0 ? [first, second] : [second, first];
    await leaving.portcullis.close(CLOSING);
    await untilMore(() => validations(remaining), 2);
  });

  it('continues on the other node after its node is killed', TIMEOUT, async (test) => {
    const options = optionsFor(engine);
    const elsewhere = await openElsewhere(test, options, 'validated');
    const remaining = await open(test, options);
    await elsewhere.kill();
    await untilMore(() => validations(remaining), 2);
    if (engine !== 'the store') await untilMore(() => looks(remaining), 2);
  });
});

describe.concurrent.each(ENGINES)('an operation of a killed node, with nodes that use %s', (engine) => {
  beforeEach(({ skip }) => skip(engine === 'BullMQ' && program === undefined, NO_REDIS));

  it('is finished by one of the other nodes', TIMEOUT, async (test) => {
    const options = optionsFor(engine);
    const nodes = [await open(test, options), await open(test, options)] as const;
    const elsewhere = await openElsewhere(test, options, 'stuck');
    const { integrations } = nodes[0].portcullis;
    expect(await integrations.status(ADMIN, 1)).toMatchObject({ status: 'creating' });
    await elsewhere.kill();
    await vi.waitFor(async () => {
      expect(await integrations.status(ADMIN, 1)).toMatchObject({ status: 'createError' });
    }, POLL);
    expect(await integrations.operations(ADMIN, 1)).toMatchObject([{ status: 'interrupted' }]);
    await vi.waitFor(() => expect(interrupted(...nodes)).toBe(1), POLL);
  });
});

describe('a Redis that crashes', () => {
  it('and restarts without data loses no recurring task, and wakes the nodes again', TIMEOUT, async (test) => {
    if (!redis) return test.skip(NO_REDIS);
    const nodes = await openTwo(test, optionsFor('BullMQ'));
    await untilMore(() => looks(...nodes), 1);
    // Only Redis has the next check.
    await untilMore(() => planned(...nodes), 1);
    await redis.kill();
    await redis.start();
    await untilMore(() => validations(...nodes), 2);
    await untilMore(() => looks(...nodes), 2);
  });

  it('and stays down loses no recurring task', TIMEOUT, async (test) => {
    if (!redis) return test.skip(NO_REDIS);
    const nodes = await openTwo(test, optionsFor('BullMQ'));
    await redis.kill();
    test.onTestFinished(() => redis?.start());
    await untilMore(() => validations(...nodes), 3);
  });
});
