import type { Clock } from '../../ports/clock.ts';

/** Dependencies of {@link watchResponses}. */
export interface WatchedThread {
  readonly clock: Pick<Clock, 'after'>;
  /** Sends the thread a message to which it responds. */
  ask(): void;
  /** Called once when the thread is silent. */
  silent(): void;
}

/** The watch over a thread. */
export interface ResponseWatch {
  /** Records a message from the thread. */
  heard(): void;
  stop(): void;
}

/** Milliseconds between two messages to the thread. */
const ASK_MS = 10_000;
/** Messages without a response after which a thread is silent. Only one of them is late if the whole process was suspended. */
const MAX_MISSED = 3;

/** Seconds after which a thread is silent. */
export const SILENT_SECONDS = (ASK_MS * MAX_MISSED) / 1000;

/** Asks a thread for a response again and again: a thread in an endless loop neither ends nor responds. */
export function watchResponses({ clock, ask, silent }: WatchedThread): ResponseWatch {
  let missed = 0;
  let cancel = (): void => {};

  const askLater = (): void => {
    ask();
    cancel = clock.after(ASK_MS, () => {
      missed += 1;
      if (missed === MAX_MISSED) silent();
      askLater();
    });
  };
  askLater();

  return {
    heard() {
      missed = 0;
    },
    stop: () => cancel(),
  };
}
