import { closeSync, openSync } from 'node:fs';
import { StoreError } from '@portcullis/core/ports';
import type { Disk } from './disk.ts';

/** Brings the write-ahead log to the disk after commits, without holding up the thread. */
export interface LogSync {
  /** Takes note of a commit. */
  committed(): void;
  /**
   * Resolves once a sync that began after the last commit has ended; at once when nothing was written since. One sync is under
   * way at a time, and those who come meanwhile share the next.
   *
   * @throws StoreError `STORE_SYNC_FAILED` from the first sync that fails.
   */
  persisted(): Promise<void>;
  /** While a sync is in progress that a commit now would not share: resolves when it has ended. */
  syncing(): Promise<void> | undefined;
  /** Why nothing may be written any more, once a sync has failed. */
  failure(): StoreError | undefined;
  close(): void;
}

/** Options of a {@link LogSync}. */
export interface LogSyncOptions {
  /** Path of the log, which exists. */
  readonly file: string;
  /** Returns how many rows the connection has changed: a commit that leaves it unchanged has written nothing. */
  readonly changes: () => number;
  readonly disk: Disk;
}

interface Waiting {
  readonly changes: number;
  resolve(): void;
  reject(reason: StoreError): void;
}

/**
 * Opens the log beside SQLite. The locks of a process on a file go when it closes any descriptor of it; SQLite has its locks on
 * the database and the `-shm` file, never on the log, so that descriptors of our own do no harm.
 */
export function createLogSync({ file, changes, disk }: LogSyncOptions): LogSync {
  const pooled = openSync(file, 'r+');
  // Linux tells each descriptor of a failed write once. With one of its own this thread learns of it, whatever the pool was told.
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
    else timer = setTimeout(lookAfterPool, disk.patienceMs).unref();
    disk.sync(pooled, (error) => {
      underWay = undefined;
      stuck = false;
      if (closed) closeSync(pooled);
      if (error) fail(error);
      else reached(begun.changes);
    });
  }

  /** A thread that was busy itself first hears, before the immediate, of what has ended in the pool meanwhile. */
  function lookAfterPool(): void {
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

  /** Asked again, the operating system may say that all is well, without what it has lost. */
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
      // The number of a closed descriptor is given to the next file: a sync that is still to come would be told what that one has lost.
      if (!underWay) closeSync(pooled);
    },
  };
}
