import type { MessagePort } from 'node:worker_threads';
import type { FromThread, ToThread } from './thread-messages.ts';

/** The thread's end of the message port. */
export interface ThreadPort {
  /** Sends a message together with all others of this iteration of the event loop. */
  post(message: FromThread): void;
  /** Sends the waiting messages. */
  flush(): void;
  receive(listener: (message: ToThread) => void): void;
  close(): void;
}

/** Creates a port that combines messages, so that thousands of attempts per second do not interrupt the main thread as often. */
export function createThreadPort(port: MessagePort): ThreadPort {
  let waiting: FromThread[] = [];
  const flush = (): void => {
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    port.postMessage(batch);
  };
  return {
    post(message) {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push(message);
    },
    flush,
    receive(listener) {
      port.on('message', listener);
    },
    close() {
      flush();
      port.close();
    },
  };
}
