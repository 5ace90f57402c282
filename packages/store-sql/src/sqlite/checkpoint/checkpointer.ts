import type { CheckpointResult, CheckpointThread } from './checkpoint-thread.ts';
import type { LogLength } from './log-length.ts';

/** Copies the write-ahead log into the file without blocking the writing thread. */
export interface Checkpointer {
  /** Returns undefined, or a promise while writers are blocked, which resolves when they may begin. */
  finishing(): Promise<void> | undefined;
  /** Records the start of a transaction. */
  began(): void;
  /** Records the end of a transaction, or a write outside of one. */
  ended(): void;
  close(): Promise<void>;
}

/** Options of a {@link Checkpointer}. */
export interface CheckpointerOptions {
  readonly length: LogLength;
  readonly start: (failed: () => void) => CheckpointThread;
  /** Makes SQLite copy the log itself, in the writing thread, once the log has this many pages. */
  readonly copyInThread: (pages: number) => void;
}

/**
 * Pages in the log that start a copy: 16 MB. With SQLite's default of 1,000, pages that change often would be copied
 * after every few commits.
 */
export const CHECKPOINT_PAGES = 4_000;
/** Number of pages after which the writer itself copies the log. */
export const MAX_PAGES = 3 * CHECKPOINT_PAGES;
/** Number of further pages before the next attempt, after one that was blocked or has failed. */
const RETRY_PAGES = 1_000;

/**
 * Creates a checkpointer. Once the log is long, it copies in two steps. Most pages are copied while transactions
 * continue. The next transaction then waits a few milliseconds for the remaining pages, without blocking its thread,
 * because SQLite restarts a log only when all pages are copied. The thread starts with the first copy, and again after one that has
 * worked before its end.
 */
export function createCheckpointer({ length, start, copyInThread }: CheckpointerOptions): Checkpointer {
  let thread: CheckpointThread | undefined;
  let hasWorked = false;
  let wanted = CHECKPOINT_PAGES;
  let state: 'resting' | 'copying' | 'waiting' | 'without' = 'resting';
  let open = false;
  let finishing: Promise<void> | undefined;
  let finished = (): void => {};

  const abandon = (): void => {
    if (state === 'without') return;
    state = 'without';
    finished();
    copyInThread(CHECKPOINT_PAGES);
  };

  const rest = ({ busy, pages }: CheckpointResult): void => {
    wanted = busy ? Math.max(pages, wanted) + RETRY_PAGES : CHECKPOINT_PAGES;
    state = 'resting';
    finished();
  };

  const launch = (): CheckpointThread => {
    const launched = start(() => {
      if (launched !== thread) return;
      if (!hasWorked) return abandon();
      thread = undefined;
      hasWorked = false;
      if (state !== 'without') rest({ busy: true, pages: 0 });
    });
    return launched;
  };

  const copy = async (): Promise<void> => {
    state = 'copying';
    let by: CheckpointThread;
    try {
      thread ??= launch();
      by = thread;
    } catch {
      abandon();
      return;
    }
    await by.copy();
    if (state !== 'copying' || by !== thread) return;
    hasWorked = true;
    state = 'waiting';
    if (!open) void finish(by);
  };

  const finish = async (by: CheckpointThread): Promise<void> => {
    finishing = new Promise((resolve) => {
      finished = () => {
        finishing = undefined;
        resolve();
      };
    });
    const result = await by.finish();
    if (state === 'waiting' && by === thread) rest(result);
  };

  const checkLog = (): void => {
    // The blocking connection is closed, and the writer has restarted the log.
    if (wanted > CHECKPOINT_PAGES && !length.reaches(CHECKPOINT_PAGES)) wanted = CHECKPOINT_PAGES;
    if (length.reaches(wanted)) void copy();
  };

  return {
    finishing: () => finishing,
    began() {
      open = true;
    },
    ended() {
      open = false;
      if (state === 'waiting' && thread && !finishing) void finish(thread);
      else if (state === 'resting') checkLog();
    },
    async close() {
      state = 'without';
      finished();
      length.close();
      await thread?.stop();
    },
  };
}
