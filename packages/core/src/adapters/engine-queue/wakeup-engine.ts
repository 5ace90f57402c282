import type { Wakeup } from '../../ports/job-queue.ts';

/** A wake-up with a time. */
export interface TimedWakeup extends Wakeup {
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * An engine that hands each message to one of several processes: a broker, a table, another job queue. `createEngineQueue` turns
 * it into a `JobQueue`.
 */
export interface WakeupEngine {
  /**
   * Sends a wake-up. It may do nothing while one of the same name and key waits for an earlier or the same time, but must not
   * merge it with one that was already received.
   */
  send(wakeup: TimedWakeup): Promise<void>;
  /**
   * Receives wake-ups of a name until the returned function has resolved. `receive` returns immediately. Rejects if the engine is
   * unreachable, and is then called again later.
   */
  subscribe(name: string, receive: (key: string) => void): Promise<() => Promise<void>>;
  /** As {@link JobQueue.onGap}. */
  onGap?(listener: () => void): () => void;
  /** Closes connections. Called once, as the last call. */
  close(): Promise<void>;
}
