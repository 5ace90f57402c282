import { closeSync, openSync, readSync } from 'node:fs';

/** The length of a write-ahead log. */
export interface LogLength {
  /** Returns whether it holds this many pages since it began again. */
  reaches(pages: number): boolean;
  close(): void;
}

/** Bytes of the log before its first page, and before each page. */
const LOG_HEAD = 32;
const PAGE_HEAD = 24;
/** Where the salt of the log stands in its head, and that of a page in its own. Pages of an earlier round have another one. */
const LOG_SALT = 16;
const PAGE_SALT = 8;
const SALT_BYTES = 8;

/**
 * Looks into the log itself, whose format SQLite guarantees ("Database File Format", section 4.1): a page belongs to the
 * current round when it has the salt of the log. No statement tells the length without copying pages as well.
 *
 * A process may close the log as it likes: the locks of SQLite are on other files.
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
