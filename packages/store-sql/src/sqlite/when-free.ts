import { setTimeout as pause } from 'node:timers/promises';
import { StoreError } from '@portcullis/core/ports';

/** Milliseconds to wait for other writers of the file: another thread, or a tool. */
const TIMEOUT_MS = 5_000;
const LOCKED = `Another program has had the file locked for ${TIMEOUT_MS / 1000} s: end its transaction, or close it.`;
/** Milliseconds between two attempts; transactions take about as long. */
const PAUSE_MS = 1;

/**
 * The result code of SQLite for a database to which another connection writes. It is the last byte of the extended
 * codes.
 */
const SQLITE_BUSY = 5;
/** Its text in errors of `exec` on Deno, which have no result code. */
const BUSY_TEXT = 'database is locked';

/**
 * Retries until no other connection writes to the file. SQLite itself would block the whole thread while it waits.
 *
 * @throws StoreError `STORE_FAILED` if one writes for too long: a tool with an open transaction, since the store's own ones are short.
 */
export async function whenFree<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= until) throw new StoreError('STORE_FAILED', LOCKED, error);
    }
    await pause(PAUSE_MS);
  }
}

/** Returns whether another connection has locked the file. */
export function isBusy(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { errcode, message } = error as { readonly errcode?: unknown; readonly message?: unknown };
  return typeof errcode === 'number' ? (errcode & 0xff) === SQLITE_BUSY : message === BUSY_TEXT;
}
