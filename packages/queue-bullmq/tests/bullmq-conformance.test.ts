import { randomUUID } from 'node:crypto';
import { findRedis, NO_REDIS, type RunningRedis, startRedis } from '@portcullis/testing/redis';
import { describeQueue } from '@portcullis/testing/vitest';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createBullMqQueue } from '../src/create-bullmq-queue.ts';

const program = findRedis();

if (program === undefined) {
  // Some reporters omit the reason of a skipped test.
  console.warn(NO_REDIS);
  describe('the BullMQ queue', () => {
    it('is a queue', ({ skip }) => skip(NO_REDIS));
  });
} else {
  let redis: RunningRedis;
  beforeAll(async () => {
    redis = await startRedis(program);
  });
  afterAll(() => redis.kill());

  describeQueue('the BullMQ queue', () => {
    const prefix = randomUUID();
    const create = () => createBullMqQueue({ connection: redis.url, prefix, onError: () => {} });
    return { create, createConcurrent: create, breakDown: redis.kill, restore: redis.start, timeoutMs: 20_000 };
  });
}
