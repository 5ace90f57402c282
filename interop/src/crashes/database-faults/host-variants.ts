import { findRedis, NO_REDIS, startRedis } from '@portcullis/testing/redis';
import type { HostSetup } from './host-protocol.ts';
import type { Part } from './part.ts';

/** A set-up of hosts. */
export interface HostVariant {
  /** The name in the tables. */
  readonly name: string;
  /** @default 'postgresql' */
  readonly store?: 'mariadb';
  readonly pool: HostSetup['pool'];
  /** The parts of a quick run. @default all */
  readonly quickParts?: readonly Part[];
  readonly engine?: 'pg-boss' | 'bullmq';
}

/** The set-ups, which differ in the clients that a host has. */
export const HOST_VARIANTS: readonly HostVariant[] = [
  { name: "the store's own pool", pool: 'own' },
  { name: 'a pool of the host', pool: 'host' },
  { name: 'woken by pg-boss', pool: 'own', engine: 'pg-boss' },
  { name: 'woken by BullMQ', pool: 'own', engine: 'bullmq' },
  { name: "MariaDB, the store's own pool", store: 'mariadb', pool: 'own', quickParts: ['restarts'] },
  { name: 'MariaDB, a pool of the host', store: 'mariadb', pool: 'host', quickParts: [] },
];

/** A variant with its started services. */
export interface OpenHostVariant {
  readonly setup: Omit<HostSetup, 'connectionString'>;
  close(): Promise<void>;
}

/** Starts the additional services of a variant, or returns why they are not available here. */
export async function openHostVariant({ pool, engine }: HostVariant): Promise<OpenHostVariant | string> {
  const common = { pool, limits: true };
  const nothing = async (): Promise<void> => {};
  if (engine === undefined) return { setup: common, close: nothing };
  if (engine === 'pg-boss') return { setup: { ...common, engine: { kind: engine } }, close: nothing };
  const program = findRedis();
  if (program === undefined) return NO_REDIS;
  const redis = await startRedis(program);
  return { setup: { ...common, engine: { kind: engine, url: redis.url } }, close: () => redis.kill() };
}
