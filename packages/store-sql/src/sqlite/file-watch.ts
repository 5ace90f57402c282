import { type BigIntStats, statSync } from 'node:fs';
import { StoreError } from '@portcullis/core/ports';

/** Notices that the files of an open store are not in their place any more. */
export interface FileWatch {
  /** The error that forbids further writes, once a file was removed, moved or replaced. */
  failure(): StoreError | undefined;
}

/** Milliseconds between two checks. */
const CHECK_MS = 100;

/**
 * Watches the file of an open store and its log. SQLite notices nothing with a write-ahead log, and the system keeps an open file without
 * a name: whatever is written to it is gone when the process ends.
 *
 * @returns undefined if this process may not look at the files.
 */
export function watchFile(file: string, now: () => number = () => performance.now()): FileWatch | undefined {
  const watched = [file, `${file}-wal`].map((path) => ({ path, opened: statusOf(path) }));
  if (watched.some(({ opened }) => typeof opened !== 'object')) return undefined;
  let checkedAt = now();
  let failure: StoreError | undefined;

  const isLost = ({ path, opened }: (typeof watched)[number]): boolean => {
    const current = statusOf(path);
    if (typeof current !== 'object') return current === 'missing';
    return current.ino !== (opened as BigIntStats).ino || current.dev !== (opened as BigIntStats).dev;
  };

  return {
    failure() {
      if (failure || now() - checkedAt < CHECK_MS) return failure;
      checkedAt = now();
      const lost = watched.find(isLost);
      if (!lost) return undefined;
      const message = `The file ${lost.path} was removed, moved or replaced while the store was open. The store refuses all writes until it is opened again.`;
      failure = new StoreError('STORE_FILE_LOST', message);
      return failure;
    },
  };
}

/** Returns the status of a file, or why there is none. */
function statusOf(path: string): BigIntStats | 'missing' | 'unknown' {
  try {
    return statSync(path, { bigint: true });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unknown';
  }
}
