import type { Redis, RedisOptions } from 'ioredis';

/** The connections of a node. Each worker adds a blocking one. */
export interface RedisConnections {
  readonly bullmq: typeof import('bullmq');
  /** The connection for commands. It immediately rejects commands that it cannot send. */
  readonly commandConnection: Redis;
  /** The connection for workers. It waits without a limit. */
  readonly workerConnection: Redis;
  disconnect(): void;
}

/** The longest pause between two attempts to connect, in milliseconds. */
const MAX_PAUSE_MS = 2000;

/**
 * Loads the drivers and starts to connect. Resolves before the connections are established.
 *
 * @param onReconnected - called each time a broken connection has been restored.
 */
export async function connectRedis(
  connection: string | RedisOptions,
  onReconnected: () => void,
): Promise<RedisConnections> {
  const [bullmq, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
  const open = (own: RedisOptions): Redis => {
    const common: RedisOptions = { retryStrategy: (times) => Math.min(times * 50, MAX_PAUSE_MS), ...own };
    const redis =
      typeof connection === 'string' ? new Redis(connection, common) : new Redis({ ...connection, ...common });
    // A broken connection is restored; without a listener, the event would be printed.
    redis.on('error', () => {});
    return redis;
  };
  const commandConnection = open({ enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  const workerConnection = open({ maxRetriesPerRequest: null });
  let broken = false;
  workerConnection.on('close', () => {
    broken = true;
  });
  workerConnection.on('ready', () => {
    if (broken) onReconnected();
    broken = false;
  });
  await new Promise<void>((resolve) => {
    if (commandConnection.status === 'ready') return resolve();
    commandConnection.once('ready', resolve);
    commandConnection.once('close', resolve);
  });
  return {
    bullmq,
    commandConnection,
    workerConnection,
    disconnect() {
      commandConnection.disconnect();
      workerConnection.disconnect();
    },
  };
}
