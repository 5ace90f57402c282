import type { Clock } from '@portcullis/core/ports';
import type { RedisOptions } from 'ioredis';

/** Options of `createBullMqQueue`. */
export interface BullMqQueueOptions {
  /** `redis://user:password@host:port/database` (`rediss:` for TLS), or options of `ioredis`. */
  readonly connection: string | RedisOptions;
  /**
   * The prefix of all keys in Redis: instances that share a Redis and no store need different ones.
   * @remarks Set it if several instances without a common store share a Redis.
   * @default 'portcullis'
   */
  readonly prefix?: string;
  /** The source of time. @remarks Replace it in tests. @default the system's clock */
  readonly clock?: Clock;
  /**
   * Called once when Redis becomes unusable, and again only after a recovery.
   * @remarks Set it to report outages of the queue to your monitoring.
   * @default a warning of the process
   */
  readonly onError?: (error: Error) => void;
}
