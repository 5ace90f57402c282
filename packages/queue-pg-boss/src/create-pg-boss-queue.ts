import { createEngineQueue, createSystemClock, type JobQueue } from '@portcullis/core/ports';
import { createPgBossEngine } from './create-pg-boss-engine.ts';
import type { PgBossQueueOptions } from './pg-boss-queue-options.ts';

/**
 * Creates a `JobQueue` for nodes that share a PostgreSQL (13 or later). pg-boss assigns each wake-up to one node.
 *
 * Needs the package `pg-boss`, which is loaded when the queue is first used, unless the host passes its own instance.
 * The work itself stays in the store: a lost wake-up only adds latency.
 *
 * @example
 * const queue = createPgBossQueue({ connectionString: process.env.DATABASE_URL });
 * const portcullis = await createPortcullis({ plugins, store, secretKeys, queue });
 */
export function createPgBossQueue(options: PgBossQueueOptions): JobQueue {
  const { clock = createSystemClock(), onError } = options;
  return createEngineQueue({ engine: createPgBossEngine(options, clock), clock, ...(onError && { onError }) });
}
