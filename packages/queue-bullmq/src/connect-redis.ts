import type { Redis, RedisOptions } from 'ioredis';

/** The connections of a node. Each worker adds a blocking one. */
export interface RedisConnections {
  readonly bullmq: typeof import('bullmq');
  /** The connection for commands. It immediately rejects commands that it cannot send. */
  readonly sending: Redis;
  /** The connection for workers. It waits without a limit. */
  readonly receiving: Redis;
  disconnect(): void;
}

/** The longest pause between two attempts to connect, in milliseconds. */
const MAX_PAUSE_MS = 2000;

/**
 * Loads the drivers and starts to connect. Resolves before the connections are established.
 *
 * @param reconnected - called each time a broken connection has been restored.
 */
export async function connectRedis(
  connection: string | RedisOptions,
  reconnected: () => void,
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
  const sending = open({ enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  const receiving = open({ maxRetriesPerRequest: null });
  let broken = false;
  receiving.on('close', () => {
    broken = true;
  });
  receiving.on('ready', () => {
    if (broken) reconnected();
    broken = false;
  });
  await new Promise<void>((resolve) => {
    if (sending.status === 'ready') return resolve();
    sending.once('ready', resolve);
    sending.once('close', resolve);
  });
  return {
    bullmq,
    sending,
    receiving,
    disconnect() {
      sending.disconnect();
      receiving.disconnect();
    },
  };
}
