import type { JobQueue } from '@portcullis/core';
import { createWakeupLog, type WakeupLog } from './wakeup-log.ts';

/**
 * The access of the conformance suite to the queue under test. A harness stands for one engine, without wake-ups at first.
 */
export interface QueueHarness {
  /** Creates the queue of a node. */
  create(): JobQueue | Promise<JobQueue>;
  /** Creates the queue of another node on the same engine. Omitted for queues of one process. */
  createConcurrent?(): JobQueue | Promise<JobQueue>;
  /** Stops the engine at once, as a power cut does. Omitted if there is nothing to stop. */
  breakDown?(): Promise<void>;
  /** Starts the engine again, with or without its data. */
  restore?(): Promise<void>;
  /** Milliseconds that a wake-up may take. @default 30,000 */
  readonly timeoutMs?: number;
  /** Removes everything that was created. Called last. */
  dispose?(): void | Promise<void>;
}

/** The functions of a case. */
export interface QueueCaseContext {
  readonly queue: JobQueue;
  /** The queue of another node if the harness has one, otherwise the same. */
  readonly other: JobQueue;
  /** Records handled wake-ups, and waits for them. */
  readonly log: WakeupLog;
  readonly harness: QueueHarness;
}

/** One thing that every queue does. */
export interface QueueCase {
  /** Completes "a queue that …". */
  readonly name: string;
  /** Returns whether the case applies to the queue of this harness; otherwise the reason why not. */
  applies(harness: QueueHarness): true | string;
  /** Rejects with an `AssertionError` when the queue does not. */
  run(harness: QueueHarness): Promise<void>;
}

/** Declares a case: its queues are closed afterwards, whatever happens. */
export function queueCase(
  name: string,
  check: (context: QueueCaseContext) => Promise<void>,
  needs?: 'createConcurrent' | 'breakDown',
): QueueCase {
  return {
    name,
    applies: (harness) => !needs || harness[needs] !== undefined || `The harness has no ${needs}.`,
    async run(harness) {
      const queues: JobQueue[] = [];
      try {
        const queue = await harness.create();
        queues.push(queue);
        const other = (await harness.createConcurrent?.()) ?? queue;
        if (other !== queue) queues.push(other);
        await check({ queue, other, log: createWakeupLog(harness.timeoutMs), harness });
      } finally {
        await Promise.all(queues.map((queue) => queue.close()));
        await harness.dispose?.();
      }
    },
  };
}
