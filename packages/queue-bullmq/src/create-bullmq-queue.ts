import { createEngineQueue, createSystemClock, type JobQueue } from '@portcullis/core/ports';
import type { BullMqQueueOptions } from './bullmq-queue-options.ts';
import { createBullMqEngine } from './create-bullmq-engine.ts';

/**
 * Creates a `JobQueue` for nodes that share a Redis (6.2 or later) or Valkey. BullMQ assigns each wake-up to one node.
 *
 * Needs the packages `bullmq` and `ioredis`, which are loaded when the queue is first used. The work itself stays in
 * the store: the loss of Redis or of its data only adds latency.
 *
 * @example
 * const queue = createBullMqQueue({ connection: process.env.REDIS_URL ?? 'redis://localhost:6379' });
 * const portcullis = await createPortcullis({ plugins, store, secretKeys, queue });
 */
export function createBullMqQueue(options: BullMqQueueOptions): JobQueue {
  const { clock = createSystemClock(), onError } = options;
  return createEngineQueue({ engine: createBullMqEngine(options, clock), clock, ...(onError && { onError }) });
}
