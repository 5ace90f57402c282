import { beforeEach, expect, it } from 'vitest';
import type { CheckpointResult } from './checkpoint-thread.ts';
import { CHECKPOINT_PAGES, type Checkpointer, createCheckpointer } from './checkpointer.ts';

let pages: number;
let seen: string[];
let respond: (result: Partial<CheckpointResult>) => Promise<void>;
let fail: () => void;
let checkpoints: Checkpointer;

/** Runs the continuations of all resolved promises. */
const atRest = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  pages = 0;
  seen = [];
});

function make(start?: () => never): void {
  const ask = (what: string) => async (): Promise<CheckpointResult> => {
    seen.push(what);
    return new Promise((resolve) => {
      respond = (result) => {
        resolve({ busy: false, pages, ...result });
        return atRest();
      };
    });
  };
  checkpoints = createCheckpointer({
    length: { reaches: (wanted) => pages >= wanted, close: () => seen.push('let go') },
    start: (failed) => {
      start?.();
      fail = failed;
      seen.push('start');
      return { copy: ask('copy'), finish: ask('finish'), stop: async () => void seen.push('stop') };
    },
    copyInThread: (most) => seen.push(`in the thread from ${most}`),
  });
}

async function write(upTo: number): Promise<void> {
  pages = upTo;
  checkpoints.ended();
  await atRest();
}

it('starts no thread before the log is long', async () => {
  make();
  await write(CHECKPOINT_PAGES - 1);
  await checkpoints.close();
  expect(seen).toEqual(['let go']);
});

it('copies while other connections write, and blocks them only for the last pages', async () => {
  make();
  await write(CHECKPOINT_PAGES);
  checkpoints.began();
  await write(CHECKPOINT_PAGES + 10);
  expect(checkpoints.finishing()).toBeUndefined();
  expect(seen).toEqual(['start', 'copy']);
  await respond({});
  expect(seen).toEqual(['start', 'copy', 'finish']);
  const finished = checkpoints.finishing();
  expect(finished).toBeInstanceOf(Promise);
  await respond({});
  await finished;
  expect(checkpoints.finishing()).toBeUndefined();
  await write(10);
  await write(CHECKPOINT_PAGES);
  expect(seen).toEqual(['start', 'copy', 'finish', 'copy']);
});

it('waits for the end of an open transaction', async () => {
  make();
  await write(CHECKPOINT_PAGES);
  checkpoints.began();
  await respond({});
  expect(seen).toEqual(['start', 'copy']);
  checkpoints.ended();
  expect(seen).toEqual(['start', 'copy', 'finish']);
});

it('retries a blocked attempt after the log has grown by some pages', async () => {
  make();
  await write(CHECKPOINT_PAGES);
  await respond({});
  await respond({ busy: true });
  await write(CHECKPOINT_PAGES + 999);
  expect(seen).toEqual(['start', 'copy', 'finish']);
  await write(CHECKPOINT_PAGES + 1000);
  expect(seen).toEqual(['start', 'copy', 'finish', 'copy']);
});

it('copies again after the blocker has ended, even if the writer has restarted the log', async () => {
  make();
  await write(CHECKPOINT_PAGES);
  await respond({});
  await respond({ busy: true, pages: 25_000 });
  await write(12_000);
  expect(seen).toEqual(['start', 'copy', 'finish']);
  await write(10);
  await write(CHECKPOINT_PAGES);
  expect(seen).toEqual(['start', 'copy', 'finish', 'copy']);
});

it('leaves checkpoints to the writer if no thread can start', async () => {
  make(() => {
    throw new Error('No threads here.');
  });
  await write(CHECKPOINT_PAGES);
  await write(2 * CHECKPOINT_PAGES);
  expect(seen).toEqual([`in the thread from ${CHECKPOINT_PAGES}`]);
  expect(checkpoints.finishing()).toBeUndefined();
});

it('leaves checkpoints to the writer if the thread ends before its first response', async () => {
  make();
  await write(CHECKPOINT_PAGES);
  fail();
  await respond({});
  await write(2 * CHECKPOINT_PAGES);
  expect(checkpoints.finishing()).toBeUndefined();
  expect(seen).toEqual(['start', 'copy', `in the thread from ${CHECKPOINT_PAGES}`]);
});

it('blocks no writer when the thread ends after it has worked, and starts another one later', async () => {
  make();
  await write(CHECKPOINT_PAGES);
  await respond({});
  const finished = checkpoints.finishing();
  const endAgain = fail;
  fail();
  await finished;
  expect(checkpoints.finishing()).toBeUndefined();
  await respond({});
  await write(CHECKPOINT_PAGES + 999);
  expect(seen).toEqual(['start', 'copy', 'finish']);
  await write(CHECKPOINT_PAGES + 1000);
  endAgain();
  await respond({});
  await respond({});
  await write(CHECKPOINT_PAGES + 1000);
  expect(seen).toEqual(['start', 'copy', 'finish', 'start', 'copy', 'finish', 'copy']);
});
