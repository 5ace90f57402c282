import { findRedis, NO_REDIS, startRedis } from '@portcullis/testing/redis';
import type { HostSetup } from './host-protocol.ts';

/** A way to set up hosts. */
export interface Way {
  /** For the tables. */
  readonly name: string;
  readonly pool: HostSetup['pool'];
  readonly engine?: 'pg-boss' | 'bullmq';
}

/** The ways that differ in which clients a host has. */
export const WAYS: readonly Way[] = [
  { name: "the store's own pool", pool: 'own' },
  { name: 'a pool of the host', pool: 'host' },
  { name: 'woken by pg-boss', pool: 'own', engine: 'pg-boss' },
  { name: 'woken by BullMQ', pool: 'own', engine: 'bullmq' },
];

/** A way with what it needs. */
export interface OpenWay {
  readonly setup: Omit<HostSetup, 'connectionString'>;
  close(): Promise<void>;
}

/** Starts what a way needs beside the database, or says why it cannot be had here. */
export async function openWay({ pool, engine }: Way): Promise<OpenWay | string> {
  const common = { pool, limits: true };
  const nothing = async (): Promise<void> => {};
  if (engine === undefined) return { setup: common, close: nothing };
  if (engine === 'pg-boss') return { setup: { ...common, engine: { kind: engine } }, close: nothing };
  const program = findRedis();
  if (program === undefined) return NO_REDIS;
  const redis = await startRedis(program);
  return { setup: { ...common, engine: { kind: engine, url: redis.url } }, close: () => redis.kill() };
}
