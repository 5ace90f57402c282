import type { CheckpointThread } from './checkpoint-thread.ts';
import type { LogLength } from './log-length.ts';

/** Has the write-ahead log copied into the file without holding up the thread that writes. */
export interface Checkpointer {
  /** While writers are kept out: resolves when they may begin. */
  finishing(): Promise<void> | undefined;
  /** Takes note of a transaction that has begun. */
  began(): void;
  /** Takes note of its end, or of what was written outside of one. */
  ended(): void;
  close(): Promise<void>;
}

/** Options of a {@link Checkpointer}. */
export interface CheckpointerOptions {
  readonly length: LogLength;
  readonly start: (failed: () => void) => CheckpointThread;
  /** Has SQLite copy the log by itself, in the thread that writes, once it has so many pages. */
  readonly copyInThread: (pages: number) => void;
}

/** Pages in the log that have it copied: 16 MB. SQLite's own 1,000 has pages that change often copied after every few commits. */
export const CHECKPOINT_PAGES = 4_000;
/** Pages after which the writer copies them in any case. */
export const PAGES_AT_MOST = 3 * CHECKPOINT_PAGES;
/** The pages to wait for before the next try, when another connection blocked it. */
const PAGES_MORE = 1_000;

/**
 * Copies in two steps, once the log is long. Most pages are copied while transactions go on. For the few that came meanwhile
 * the next transaction waits, a few milliseconds and without holding up its thread: SQLite begins a log again only when all of it is
 * copied. The thread is started with the first copy.
 */
export function createCheckpointer({ length, start, copyInThread }: CheckpointerOptions): Checkpointer {
  let thread: CheckpointThread | undefined;
  let wanted = CHECKPOINT_PAGES;
  let state: 'resting' | 'copying' | 'waiting' | 'without' = 'resting';
  let open = false;
  let finishing: Promise<void> | undefined;
  let finished = (): void => {};

  const giveUp = (): void => {
    if (state === 'without') return;
    state = 'without';
    finished();
    copyInThread(CHECKPOINT_PAGES);
  };

  const copy = async (): Promise<void> => {
    state = 'copying';
    try {
      thread ??= start(giveUp);
    } catch {
      giveUp();
      return;
    }
    await thread.copy();
    if (state !== 'copying') return;
    state = 'waiting';
    if (!open) void finish(thread);
  };

  const finish = async (by: CheckpointThread): Promise<void> => {
    finishing = new Promise((resolve) => {
      finished = () => {
        finishing = undefined;
        resolve();
      };
    });
    const { busy, pages } = await by.finish();
    if (state !== 'waiting') return;
    wanted = busy ? pages + PAGES_MORE : CHECKPOINT_PAGES;
    state = 'resting';
    finished();
  };

  const lookAtLog = (): void => {
    // The blocking connection is gone, and the writer has begun the log again.
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
      else if (state === 'resting') lookAtLog();
    },
    async close() {
      state = 'without';
      finished();
      length.close();
      await thread?.stop();
    },
  };
}
