import type { Clock } from '@portcullis/core/ports';
import type { ConstructorOptions, PgBoss } from 'pg-boss';

/** Options of `createPgBossQueue`: a connection string, the options of a `PgBoss`, or an instance of the host. */
export interface PgBossQueueOptions {
  /** `postgresql://user:password@host:port/database`. Overrides the options in `boss`. */
  readonly connectionString?: string | undefined;
  /** Options for `new PgBoss(...)`, or an instance that the host has started, which is used and never stopped. */
  readonly boss?: PgBoss | ConstructorOptions;
  /**
   * The prefix of its queue names: instances that share pg-boss's schema and no store need different ones.
   * @remarks Set it if several instances without a common store share pg-boss.
   * @default 'portcullis'
   */
  readonly prefix?: string;
  /** The source of time. @remarks Replace it in tests. @default the system's clock */
  readonly clock?: Clock;
  /**
   * Called once when pg-boss becomes unusable, and again only after a recovery.
   * @remarks Set it to report outages of the queue to your monitoring.
   * @default a warning of the process
   */
  readonly onError?: (error: Error) => void;
}

/** Returns whether the value is a `PgBoss` instead of options for one. */
export function isBoss(boss: PgBoss | ConstructorOptions): boss is PgBoss {
  return 'send' in boss && typeof boss.send === 'function';
}
