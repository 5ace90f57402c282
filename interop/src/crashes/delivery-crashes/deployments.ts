import { findRedis, NO_REDIS, startRedis } from '@portcullis/testing/redis';
import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';
import type { EngineOrder, NodeOrder } from './victim-protocol.ts';

/** A deployment whose processes are killed at random moments. */
export interface Deployment {
  /** The name in the table. */
  readonly name: string;
  readonly store: StoreOrder['kind'];
  readonly inThread?: boolean;
  /** The engine that wakes the nodes. @default the store */
  readonly engine?: EngineOrder['kind'];
}

/** One row a deployment; on PostgreSQL and MariaDB two nodes live, and are killed, at a time. */
export const DEPLOYMENTS: readonly Deployment[] = [
  { name: 'SQLite', store: 'sqlite' },
  { name: 'SQLite, deliveries in a thread', store: 'sqlite', inThread: true },
  { name: 'PostgreSQL, two nodes', store: 'postgresql' },
  { name: 'PostgreSQL, two nodes, deliveries in a thread', store: 'postgresql', inThread: true },
  { name: 'PostgreSQL, two nodes, woken by pg-boss', store: 'postgresql', engine: 'pg-boss' },
  { name: 'PostgreSQL, two nodes, woken by BullMQ', store: 'postgresql', engine: 'bullmq' },
  { name: 'MariaDB, two nodes', store: 'mariadb' },
];

/** The settings that the nodes of a deployment share, and the resources that end with it. */
export interface OpenDeployment {
  readonly order: Pick<NodeOrder, 'inThread' | 'engine'>;
  close(): Promise<void>;
}

/** Starts the services of a deployment other than its store, or returns why they are not available here. */
export async function openDeployment({ inThread = false, engine }: Deployment): Promise<OpenDeployment | string> {
  const nothing = async (): Promise<void> => {};
  if (engine === undefined) return { order: { inThread }, close: nothing };
  if (engine === 'pg-boss') return { order: { inThread, engine: { kind: engine } }, close: nothing };
  const program = findRedis();
  if (program === undefined) return NO_REDIS;
  const redis = await startRedis(program);
  return { order: { inThread, engine: { kind: engine, url: redis.url } }, close: () => redis.kill() };
}
