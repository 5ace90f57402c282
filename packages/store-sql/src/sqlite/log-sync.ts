import { closeSync, openSync } from 'node:fs';
import { StoreError } from '@portcullis/core/ports';
import type { Disk } from './disk.ts';

/** Syncs the write-ahead log to the disk after commits, without blocking the thread. */
export interface LogSync {
  /** Records a commit. */
  committed(): void;
  /**
   * Resolves once a sync that began after the last commit has ended; immediately if nothing was written since. One sync
   * runs at a time, and all callers during a sync share the next one.
   *
   * @throws StoreError `STORE_SYNC_FAILED` from the first sync that fails.
   */
  persisted(): Promise<void>;
  /**
   * Returns undefined, or a promise while a sync runs that a new commit cannot share, which resolves when the sync has
   * ended.
   */
  syncing(): Promise<void> | undefined;
  /** The error that forbids further writes, once a sync has failed. */
  failure(): StoreError | undefined;
  close(): void;
}

/** Options of a {@link LogSync}. */
export interface LogSyncOptions {
  /** Path of the log, which exists. */
  readonly file: string;
  /** Returns how many rows the connection has changed: a commit with the same number has written nothing. */
  readonly changes: () => number;
  readonly disk: Disk;
}

interface Waiting {
  readonly changes: number;
  resolve(): void;
  reject(reason: StoreError): void;
}

/**
 * Opens the log with separate descriptors. This is safe although all locks of a process on a file end when it closes
 * any descriptor of that file, because SQLite locks the database and the `-shm` file, never the log.
 */
export function createLogSync({ file, changes, disk }: LogSyncOptions): LogSync {
  const pooled = openSync(file, 'r+');
  // Linux reports a failed write once to each descriptor. With its own descriptor, this thread gets the error even if
  // the pool has already got it.
  const own = openSync(file, 'r+');
  const waiting: Waiting[] = [];
  let written = changes();
  let onDisk = written;
  let underWay: { readonly changes: number } | undefined;
  let ending: Promise<void> | undefined;
  let hasEnded = (): void => {};
  let stuck = false;
  let closed = false;
  let failure: StoreError | undefined;
  let timer: NodeJS.Timeout | undefined;

  function sync(): void {
    const begun = { changes: written };
    underWay = begun;
    if (timer) timer.refresh();
    else timer = setTimeout(handleSlowPool, disk.poolTimeoutMs).unref();
    disk.sync(pooled, (error) => {
      underWay = undefined;
      stuck = false;
      if (closed) closeSync(pooled);
      if (error) fail(error);
      else reached(begun.changes);
    });
  }

  /** If only this thread was busy, the results of the pool arrive before the immediate. */
  function handleSlowPool(): void {
    const late = underWay;
    setImmediate(() => {
      if (!late || late !== underWay || closed) return;
      stuck = true;
      syncNow();
    });
  }

  function syncNow(): void {
    try {
      disk.syncNow(own);
    } catch (cause) {
      fail(cause);
      return;
    }
    reached(written);
  }

  function reached(count: number): void {
    hasEnded();
    onDisk = Math.max(onDisk, count);
    const next = waiting.findIndex((each) => each.changes > onDisk);
    for (const each of waiting.splice(0, next < 0 ? waiting.length : next)) each.resolve();
    if (waiting.length > 0) sync();
  }

  /** A second sync could succeed although data is lost. */
  function fail(cause: unknown): void {
    hasEnded();
    const message = `A commit could not be written to the disk (${file}). The store refuses all writes until it is opened again.`;
    failure ??= new StoreError('STORE_SYNC_FAILED', message, cause);
    for (const each of waiting.splice(0)) each.reject(failure);
  }

  return {
    committed() {
      written = changes();
    },
    persisted: () =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        if (onDisk === written) return resolve();
        waiting.push({ changes: written, resolve, reject });
        if (stuck) syncNow();
        else if (!underWay) sync();
      }),
    syncing() {
      if (!underWay || stuck) return undefined;
      ending ??= new Promise((resolve) => {
        hasEnded = () => {
          ending = undefined;
          resolve();
        };
      });
      return ending;
    },
    failure: () => failure,
    close() {
      closed = true;
      clearTimeout(timer);
      closeSync(own);
      // The number of a closed descriptor is reused for the next file: a pending sync would report the errors of that
      // file.
      if (!underWay) closeSync(pooled);
    },
  };
}
