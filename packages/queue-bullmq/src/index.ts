/**
 * The `JobQueue` of Portcullis on BullMQ, for nodes that share a Redis or Valkey.
 *
 * @packageDocumentation
 */
export type { BullMqQueueOptions } from './bullmq-queue-options.ts';
export { createBullMqQueue } from './create-bullmq-queue.ts';
