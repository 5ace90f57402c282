import type { JobQueue } from '@portcullis/core';
import { createWakeupLog, type WakeupLog } from './wakeup-log.ts';

/**
 * The access of the conformance suite to the queue under test. Each harness has one engine, initially without wake-ups.
 */
export interface QueueHarness {
  /** Creates the queue of a node. */
  create(): JobQueue | Promise<JobQueue>;
  /** Creates the queue of another node on the same engine. Omitted for queues of one process. */
  createConcurrent?(): JobQueue | Promise<JobQueue>;
  /** Stops the engine abruptly, as a power cut does. Omitted if there is nothing to stop. */
  breakDown?(): Promise<void>;
  /** Starts the engine again, with or without its data. */
  restore?(): Promise<void>;
  /** Maximum duration of a wake-up, in milliseconds. @default 30,000 */
  readonly timeoutMs?: number;
  /** Removes everything that was created. Called last. */
  dispose?(): void | Promise<void>;
}

/** The functions of a case. */
export interface QueueCaseContext {
  readonly queue: JobQueue;
  /** The queue of another node, if the harness can create one; otherwise `queue`. */
  readonly other: JobQueue;
  /** Records handled wake-ups, and waits for them. */
  readonly log: WakeupLog;
  readonly harness: QueueHarness;
}

/** A behaviour of every queue. */
export interface QueueCase {
  /** Completes "a queue that …". */
  readonly name: string;
  /** Returns whether the case applies to the queue of this harness; otherwise the reason why not. */
  applies(harness: QueueHarness): true | string;
  /** Rejects with an `AssertionError` if the queue behaves differently. */
  run(harness: QueueHarness): Promise<void>;
}

/** Declares a case. Its queues are always closed afterwards. */
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
