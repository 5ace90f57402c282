import { closeSync, openSync, readSync } from 'node:fs';

/** The length of a write-ahead log. */
export interface LogLength {
  /** Returns whether it contains this many pages since its restart. */
  reaches(pages: number): boolean;
  close(): void;
}

/** Length in bytes of the header of the log, and of the header of each page. */
const LOG_HEAD = 32;
const PAGE_HEAD = 24;
/**
 * The offset of the salt in the header of the log, and in the header of a page. Pages of an earlier round have
 * another salt.
 */
const LOG_SALT = 16;
const PAGE_SALT = 8;
const SALT_BYTES = 8;

/**
 * Opens the log to measure its length. The log is read directly, because every statement that returns the length also
 * copies pages. SQLite guarantees the format ("Database File Format", section 4.1): a page belongs to the current round
 * if it has the salt of the log. Closing the log is safe, because the locks of SQLite are on other files.
 */
export function openLogLength(file: string, pageSize: number): LogLength {
  const descriptor = openSync(file, 'r');
  const current = new Uint8Array(SALT_BYTES);
  const found = new Uint8Array(SALT_BYTES);
  const fills = (bytes: Uint8Array, position: number): boolean =>
    readSync(descriptor, bytes, 0, SALT_BYTES, position) === SALT_BYTES;

  return {
    reaches(pages) {
      const page = LOG_HEAD + (pages - 1) * (PAGE_HEAD + pageSize);
      if (!fills(found, page + PAGE_SALT) || !fills(current, LOG_SALT)) return false;
      return current.every((byte, index) => byte === found[index]);
    },
    close: () => closeSync(descriptor),
  };
}
