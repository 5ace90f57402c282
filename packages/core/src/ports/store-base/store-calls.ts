import { StoreError } from '../store/store-error.ts';
import { createCallCounter } from './call-counter.ts';
import type { SerialQueue } from './serial-queue.ts';
import type { StoreEngine } from './store-engine.ts';

/** The result of a write, and the actions to run after its commit. */
export interface Performed<Result> {
  readonly result: Result;
  readonly runAfterCommit: () => void;
}

/** Dependencies of {@link createStoreCalls}. */
export interface StoreCallsDependencies {
  readonly engine: Pick<StoreEngine, 'readsWait' | 'persisted' | 'mayRetry' | 'close'>;
  /** The order of the calls, on an engine with one writer. */
  readonly queue: SerialQueue | undefined;
  /** Returns whether the caller is inside the work of a transaction. */
  readonly insideTransaction: () => boolean;
}

/** The running calls of a store: their order, their repetition, and their refusal when the store closes. */
export interface StoreCalls {
  /** Runs a call. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Runs a call that reads. */
  read<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Runs a call that writes in one transaction. */
  write<Result>(commit: () => Promise<Performed<Result>>): Promise<Result>;
  /** Runs a call that writes with one operation, outside a transaction. */
  writeOnce<Result>(operation: () => Promise<Result>): Promise<Result>;
  /** Runs a transaction in its turn, and repeats it as long as the engine permits it. */
  withRetry<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Refuses new calls, and closes the engine when the running ones have ended. */
  close(): Promise<void>;
}

/** Milliseconds for which `close` waits for running calls: the server of the database may never respond to one. */
const CLOSE_MS = 5000;

/** Creates the calls of a store that is open. */
export function createStoreCalls({ engine, queue, insideTransaction }: StoreCallsDependencies): StoreCalls {
  const calls = createCallCounter();
  let closing: Promise<void> | undefined;

  /** Inside the work of the open transaction, a call that has to wait for that transaction would wait for itself for ever. */
  function refuseNested(): void {
    if (!insideTransaction()) return;
    throw new StoreError('STORE_TRANSACTION_NESTED', 'The store was called directly while its transaction was open.');
  }

  function refuseClosed(): void {
    if (closing) throw new StoreError('STORE_CLOSED', 'The store is closing or closed.');
  }

  async function run<Result>(task: () => Promise<Result>): Promise<Result> {
    refuseClosed();
    calls.begin();
    try {
      return await task();
    } finally {
      calls.end();
    }
  }

  async function queued<Result>(task: () => Promise<Result>): Promise<Result> {
    refuseNested();
    return run(() => (queue ? queue.run(task) : task()));
  }

  /** A write that waits for the disk has released the lock, so that the next write can begin. */
  async function write<Result>(commit: () => Promise<Performed<Result>>): Promise<Result> {
    refuseNested();
    refuseClosed();
    calls.begin();
    try {
      const done = await commit();
      await engine.persisted?.();
      done.runAfterCommit();
      return done.result;
    } finally {
      calls.end();
    }
  }

  async function withRetry<Result>(task: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await (queue ? queue.run(task) : task());
      } catch (error) {
        const cause = StoreError.isInstance(error) ? error.cause : error;
        if (!engine.mayRetry?.(cause, attempt)) throw error;
      }
    }
  }

  return {
    run,
    read: (task) => (engine.readsWait ? queued(task) : run(task)),
    write,
    writeOnce: (operation) =>
      write(() => withRetry(async () => ({ result: await operation(), runAfterCommit: () => {} }))),
    withRetry,
    close() {
      closing ??= calls.ended(CLOSE_MS).then(() => engine.close());
      return closing;
    },
  };
}
