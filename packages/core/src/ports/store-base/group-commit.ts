import { AsyncLocalStorage } from 'node:async_hooks';
import type { SerialQueue } from './serial-queue.ts';
import type { EngineTransaction, SavepointTransaction } from './store-engine.ts';

/** A group commit, which persists several transactions with one commit. */
export interface GroupCommit {
  /**
   * Runs `work` in its turn, in the context of the caller. Resolves when it is committed. Rejects with its reason or that of the
   * commit, and then none of its changes is kept.
   */
  run<Result>(work: (open: EngineTransaction) => Promise<Result>): Promise<Result>;
}

interface GroupItem {
  perform(open: EngineTransaction): Promise<void>;
  committed(): void;
  failed(reason: unknown): void;
}

/** Maximum number of transactions in one commit, because the first of them waits for the last. */
const LIMIT = 64;

/** Options of a {@link GroupCommit}. */
export interface GroupCommitOptions {
  readonly queue: SerialQueue;
  begin(): Promise<SavepointTransaction>;
  /** See `StoreEngine.syncing`. */
  syncing?(): Promise<void> | undefined;
}

/**
 * Creates an empty group. Work that waits while a transaction runs joins it with its own savepoint, so that a rejection affects
 * no other work. Success is reported only after the commit. The group does not commit while the disk syncs an earlier commit,
 * since it would have to wait for the next sync anyway.
 */
export function createGroupCommit({ queue, begin, syncing }: GroupCommitOptions): GroupCommit {
  const waiting: GroupItem[] = [];
  let isCommitting = false;
  let arrived = (): void => {};

  /** Returns the next work; waits for it while the disk is busy. */
  const another = async (): Promise<GroupItem | undefined> => {
    const busy = waiting.length === 0 ? syncing?.() : undefined;
    if (busy) {
      const arrival = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      await Promise.race([busy, arrival]);
    }
    return waiting.shift();
  };

  const commitTogether = async (): Promise<void> => {
    isCommitting = true;
    const done: GroupItem[] = [];
    let open: SavepointTransaction | undefined;
    for (let next = waiting.shift(); next; next = done.length < LIMIT ? await another() : undefined) {
      let marked = false;
      try {
        open ??= await begin();
        if (done.length > 0) {
          await open.savepoint();
          marked = true;
        }
        await next.perform(open);
        done.push(next);
      } catch (reason) {
        next.failed(reason);
        if (marked && (await hasRolledBack(open))) continue;
        await open?.rollback();
        open = undefined;
        for (const item of done.splice(0)) item.failed(reason);
      }
    }
    if (open) await finalize(open, done);
    isCommitting = false;
    if (waiting.length > 0) void queue.run(commitTogether);
  };

  return {
    run(work) {
      const inContext = AsyncLocalStorage.snapshot();
      return new Promise((resolve, reject) => {
        let committed = (): void => {};
        waiting.push({
          async perform(open) {
            const result = await inContext(() => work(open));
            committed = () => resolve(result);
          },
          committed: () => committed(),
          failed: reject,
        });
        arrived();
        if (waiting.length === 1 && !isCommitting) void queue.run(commitTogether);
      });
    },
  };
}

async function finalize(open: SavepointTransaction, items: readonly GroupItem[]): Promise<void> {
  try {
    await open.commit();
  } catch (reason) {
    await open.rollback();
    for (const item of items) item.failed(reason);
    return;
  }
  for (const item of items) item.committed();
}

/** Some failures, such as a full disk, end the whole transaction; then there is no savepoint to return to. */
async function hasRolledBack(open: SavepointTransaction | undefined): Promise<boolean> {
  try {
    await open?.rollbackToSavepoint();
    return true;
  } catch {
    return false;
  }
}
