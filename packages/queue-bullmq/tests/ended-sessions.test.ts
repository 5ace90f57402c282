/** Connections that Redis ends cause no uncaught error and no output. */
import { randomUUID } from 'node:crypto';
import { createSystemClock } from '@portcullis/core/ports';
import { createBullMqQueue } from '@portcullis/queue-bullmq';
import { createSessionProxy, type SessionBoundary } from '@portcullis/testing';
import { findRedis, NO_REDIS, type RunningRedis, startRedis } from '@portcullis/testing/redis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBullMqEngine } from '../src/create-bullmq-engine.ts';

/**
 * The response of Redis to the first command of a connection over its limit, before it closes the connection. Later
 * it closes silently.
 */
const CLIENT_LIMIT_ERROR = Buffer.from('-ERR max number of clients reached\r\n');

const program = findRedis();

describe.skipIf(program === undefined)(`a connection that Redis ends${program ? '' : `: ${NO_REDIS}`}`, () => {
  let redis: RunningRedis;
  let uncaught: unknown[] = [];
  const recordUncaught = (error: unknown): void => {
    uncaught.push(error);
  };

  beforeAll(async () => {
    redis = await startRedis(program ?? '');
    process.on('uncaughtExceptionMonitor', recordUncaught);
  });
  afterAll(async () => {
    process.off('uncaughtExceptionMonitor', recordUncaught);
    await redis?.kill();
  });
  beforeEach(() => {
    uncaught = [];
    vi.spyOn(console, 'error').mockImplementation((...values) => recordUncaught(values));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    expect(uncaught).toEqual([]);
  });

  /** Uses a queue through a proxy, and checks that the work is done even if a session has ended. */
  async function useQueueThroughProxy(
    endsAfter: (boundary: SessionBoundary) => boolean,
    closingMessage?: Buffer,
  ): Promise<number> {
    const port = Number(new URL(redis.url).port);
    await using proxy = await createSessionProxy({ port, endsAfter, ...(closingMessage && { closingMessage }) });
    // A separate prefix, because a job of an ended worker is available again only after its lock has expired.
    const prefix = randomUUID();
    const queue = createBullMqQueue({ connection: `redis://127.0.0.1:${proxy.port}`, prefix, onError: () => {} });
    let isHandled = false;
    queue.handle('check', async () => {
      isHandled = true;
    });
    const isSent = await queue.wake({ name: 'check', key: 'all' }).then(
      () => true,
      () => false,
    );
    await queue.wake({ name: 'check', key: 'later', at: Date.now() + 3_600_000 }).catch(() => {});
    // A sent wake-up is handled, or lost with the connection, for which the store compensates.
    if (isSent) await vi.waitUntil(() => isHandled || proxy.ended > 0, { timeout: 20_000, interval: 5 });
    await queue.close();
    return proxy.ended;
  }

  it('causes no uncaught error after any message', async () => {
    let tried = 0;
    for (let number = 1; (await useQueueThroughProxy((boundary) => boundary.number === number)) > 0; number += 1)
      tried += 1;
    expect(tried).toBeGreaterThan(10);
  });

  it('causes no uncaught error at the first message of each session', async () => {
    let ended = 0;
    const isFirst = ({ session }: SessionBoundary): boolean => {
      if (session <= ended || ended > 4) return false;
      ended = session;
      return true;
    };
    expect(await useQueueThroughProxy(isFirst, CLIENT_LIMIT_ERROR)).toBeGreaterThan(1);
  });

  it('receives wake-ups again once Redis answers the first message of a session', async () => {
    const port = Number(new URL(redis.url).port);
    let isRefusing = true;
    await using proxy = await createSessionProxy({
      port,
      endsAfter: () => isRefusing,
      closingMessage: CLIENT_LIMIT_ERROR,
    });
    const options = { connection: `redis://127.0.0.1:${proxy.port}`, prefix: randomUUID() };
    const engine = createBullMqEngine(options, createSystemClock());
    const received: string[] = [];
    const unsubscribe = await engine.subscribe('check', (key) => received.push(key));
    await expect(engine.send({ name: 'check', key: 'early', at: Date.now() })).rejects.toThrow();

    isRefusing = false;
    await vi.waitFor(() => engine.send({ name: 'check', key: 'late', at: Date.now() }), {
      timeout: 20_000,
      interval: 50,
    });
    await vi.waitUntil(() => received.includes('late'), { timeout: 20_000, interval: 5 });
    await unsubscribe();
    await engine.close();
  });
});
