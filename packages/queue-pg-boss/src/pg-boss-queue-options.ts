import type { Clock } from '@portcullis/core/ports';
import type { ConstructorOptions, PgBoss } from 'pg-boss';

/** Options of `createPgBossQueue`: a connection string, the options of a `PgBoss`, or one of the host's own. */
export interface PgBossQueueOptions {
  /** `postgresql://user:password@host:port/database`. What it says wins over the options in `boss`. */
  readonly connectionString?: string;
  /** Options for `new PgBoss(...)`, or one that the host has started, which is then used and never stopped. */
  readonly boss?: PgBoss | ConstructorOptions;
  /**
   * The prefix of its queue names: instances that share pg-boss's schema and no store need different ones. @default
   * 'portcullis'
   */
  readonly prefix?: string;
  /** @default the system's clock */
  readonly clock?: Clock;
  /** Told when pg-boss can be used no more, once until it can again. @default a warning of the process */
  readonly onError?: (error: Error) => void;
}

/** Returns whether it is a `PgBoss`, and not the options for one. */
export function isBoss(boss: PgBoss | ConstructorOptions): boss is PgBoss {
  return 'send' in boss && typeof boss.send === 'function';
}
