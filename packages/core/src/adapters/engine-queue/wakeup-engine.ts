import type { Wakeup } from '../../ports/job-queue.ts';

/** A wake-up with a time. */
export interface TimedWakeup extends Wakeup {
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * An engine that hands messages to one of several processes: a broker, a table, another job queue. `createEngineQueue`
 * makes a `JobQueue` of it.
 */
export interface WakeupEngine {
  /**
   * Hands a wake-up over. While one of the same name and key waits for an earlier or the same time this may do nothing; it
   * must not be merged with one that has already been taken.
   */
  send(wakeup: TimedWakeup): Promise<void>;
  /**
   * Takes wake-ups of a name until the returned function has resolved. `receive` returns at once. Rejects when the engine cannot
   * be reached, and is then called again later.
   */
  subscribe(name: string, receive: (key: string) => void): Promise<() => Promise<void>>;
  /** As {@link JobQueue.onGap}. */
  onGap?(listener: () => void): () => void;
  /** Lets go of connections. Called once, last. */
  close(): Promise<void>;
}
