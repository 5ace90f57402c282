/**
 * The `JobQueue` of Portcullis on pg-boss, for nodes that share a PostgreSQL.
 *
 * @packageDocumentation
 */
export { createPgBossQueue } from './create-pg-boss-queue.ts';
export type { PgBossQueueOptions } from './pg-boss-queue-options.ts';
