import {
  type Clock,
  createPortcullis,
  createStaticSecretKeys,
  type JobQueue,
  type Portcullis,
  type Store,
} from '@portcullis/core';
import { createBullMqQueue } from '@portcullis/queue-bullmq';
import { createPgBossQueue } from '@portcullis/queue-pg-boss';
import { createMariaDbStore } from '@portcullis/store-sql/mariadb';
import { createPostgresStore } from '@portcullis/store-sql/postgres';

/** The engines that wake nodes: the store alone, or a queue engine. */
export const ENGINES = ['the store', 'pg-boss', 'BullMQ'] as const;

/** One of {@link ENGINES}. */
export type Engine = (typeof ENGINES)[number];

/** Options of a node. */
export interface NodeOptions {
  readonly engine: Engine;
  /** A PostgreSQL, or a database of MariaDB. */
  readonly databaseUrl: string;
  /** The connection string, for BullMQ. */
  readonly redisUrl?: string | undefined;
  /** The scope that separates the tests on one server: a schema, and the prefix of queues. */
  readonly scope: string;
  /** The number of concurrent deliveries. @default the library's default */
  readonly concurrency?: number | undefined;
  /** @default 1,000 */
  readonly reconcileMs?: number | undefined;
  readonly clock?: Clock | undefined;
  /** Of the store on MariaDB. @default the store's default */
  readonly signalPollMs?: number;
}

/** Opens an instance that may deliver to this machine. */
export function openNode(options: NodeOptions): Promise<Portcullis> {
  const { concurrency, clock } = options;
  const queue = queueOf(options);
  return createPortcullis({
    plugins: [],
    store: storeOf(options),
    secretKeys: createStaticSecretKeys({ current: 'test', keys: { test: new Uint8Array(32).fill(7) } }),
    webhooks: {
      allow: [{ cidr: '127.0.0.1/32' }],
      reconcileMs: options.reconcileMs ?? 1000,
      ...(concurrency !== undefined && { concurrency }),
    },
    ...(queue && { queue }),
    ...(clock && { clock }),
  });
}

function storeOf({ databaseUrl: connectionString, scope, signalPollMs }: NodeOptions): Store {
  if (!connectionString.startsWith('mariadb:')) {
    return createPostgresStore({ connectionString, schema: scope, pool: { max: 4 } });
  }
  const pool = { connectionLimit: 4 };
  return createMariaDbStore({ connectionString, pool, ...(signalPollMs !== undefined && { signalPollMs }) });
}

/** Returns the queue of a node. Undefined if the store has its own. */
export function queueOf({
  engine,
  databaseUrl,
  redisUrl = '',
  scope,
}: Pick<NodeOptions, 'engine' | 'databaseUrl' | 'redisUrl' | 'scope'>): JobQueue | undefined {
  // Warnings about engines that a test stops are irrelevant.
  const common = { prefix: scope, onError: () => {} };
  if (engine === 'pg-boss') return createPgBossQueue({ connectionString: databaseUrl, ...common });
  if (engine === 'BullMQ') return createBullMqQueue({ connection: redisUrl, ...common });
  return undefined;
}
