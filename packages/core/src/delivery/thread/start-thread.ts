import { totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import { errorMessage } from '../../kernel/errors/error-message.ts';
import type { DeliveryThread } from '../../options/webhook-options.ts';
import { type FromThread, THREAD_INIT, type ThreadInit, type ToThread } from './thread-messages.ts';

/** A running thread, as the main thread sees it. */
export interface RunningThread {
  send(message: ToThread): void;
  /** Resolves with the reason when the thread has ended for any reason. */
  readonly ended: Promise<string>;
  /** Sets whether the thread keeps the process alive. */
  keepAlive(keep: boolean): void;
  /** Ends it immediately, even in an endless loop. Resolves when it has ended. */
  kill(because?: string): Promise<void>;
}

/**
 * Megabytes of the thread's young generation. Node 24 permits up to 192, depending on the memory; several threads collect it
 * together and use every core, which delays the host's requests.
 */
const YOUNG_GENERATION_MB = 48;

/** Bytes of memory from which Node permits more than that; with less memory it may permit far less. */
const MUCH_MEMORY = 2 * 1024 ** 3;

/** Starts the thread of a host's module. */
export function startThread(
  { module, data, execArgv, resourceLimits }: DeliveryThread,
  init: ThreadInit,
  receive: (message: FromThread) => void,
): RunningThread {
  const worker = new Worker(module, {
    name: 'portcullis-dispatcher',
    workerData: { ...data, [THREAD_INIT]: init },
    ...(execArgv && { execArgv: [...execArgv] }),
    resourceLimits: { ...(hasMuchMemory() && { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB }), ...resourceLimits },
  });
  let reason: string | undefined;
  worker.on('message', (batch: readonly FromThread[]) => {
    for (const message of batch) receive(message);
  });
  worker.on('error', (error: unknown) => {
    reason ??= errorMessage(error);
  });
  return {
    send: (message) => worker.postMessage(message),
    ended: new Promise((resolve) => {
      worker.once('exit', (code) => resolve(reason ?? `It ended with the code ${code}.`));
    }),
    keepAlive: (keep) => (keep ? worker.ref() : worker.unref()),
    async kill(because) {
      reason ??= because;
      await worker.terminate();
    },
  };
}

function hasMuchMemory(): boolean {
  // The value is 0, or above the total memory, if the process is not constrained.
  return Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()) >= MUCH_MEMORY;
}
