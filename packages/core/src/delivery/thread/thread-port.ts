import type { MessagePort } from 'node:worker_threads';
import type { FromThread, ToThread } from './thread-messages.ts';

/** The thread's end of the line. */
export interface ThreadPort {
  /** Sends a message with all others of this turn of the event loop. */
  post(message: FromThread): void;
  /** Sends what waits. */
  flush(): void;
  receive(listener: (message: ToThread) => void): void;
  close(): void;
}

/** Puts messages together: thousands of attempts a second must not be as many interruptions of the main thread. */
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
