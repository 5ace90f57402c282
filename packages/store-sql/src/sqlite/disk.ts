import { fdatasync, fdatasyncSync } from 'node:fs';

/** Ways to sync a file to the disk. */
export interface Disk {
  /** In the thread pool. */
  sync(descriptor: number, ended: (error: Error | null) => void): void;
  /** In this thread, which waits. */
  syncNow(descriptor: number): void;
  /** Milliseconds after which the pool counts as stuck when a sync in it has not ended. */
  readonly poolTimeoutMs: number;
}

/**
 * The disk of the file. The default of its limit: host names that do not resolve can block the whole pool for half a
 * minute.
 */
export const REAL_DISK: Disk = { sync: fdatasync, syncNow: fdatasyncSync, poolTimeoutMs: 50 };
