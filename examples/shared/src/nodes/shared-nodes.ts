import type { JobQueue, Store } from '@portcullis/core';
import { createBullMqQueue } from '@portcullis/queue-bullmq';
import { createPgBossQueue } from '@portcullis/queue-pg-boss';
import { createPostgresStore } from '@portcullis/store-sql/postgres';

/**
 * The infrastructure that several nodes of a host share: a database with the rows, and an engine that wakes the node
 * with due deliveries.
 */
export type SharedNodes =
  | { readonly engine: 'pg-boss'; readonly databaseUrl: string }
  | { readonly engine: 'bullmq'; readonly databaseUrl: string; readonly redisUrl: string };

/** The store of several nodes. */
export function createSharedStore({ databaseUrl }: SharedNodes): Store {
  return createPostgresStore({ connectionString: databaseUrl });
}

/** The queue of several nodes. */
export function createSharedQueue(nodes: SharedNodes): JobQueue {
  return nodes.engine === 'pg-boss'
    ? createPgBossQueue({ connectionString: nodes.databaseUrl })
    : createBullMqQueue({ connection: nodes.redisUrl });
}
