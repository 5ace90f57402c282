import { fdatasync, fdatasyncSync } from 'node:fs';

/** The functions that sync a file to the disk. */
export interface Disk {
  /** Syncs in the thread pool. */
  sync(descriptor: number, ended: (error: Error | null) => void): void;
  /** Syncs in this thread, which waits. */
  syncNow(descriptor: number): void;
  /** Milliseconds after which a sync in the pool that has not ended means that the pool is stuck. */
  readonly poolTimeoutMs: number;
}

/** The real disk. Without its limit, host names that do not resolve could block the whole pool for half a minute. */
export const REAL_DISK: Disk = { sync: fdatasync, syncNow: fdatasyncSync, poolTimeoutMs: 50 };
