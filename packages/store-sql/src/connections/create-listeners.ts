import type { StoreSignals } from '@portcullis/core/ports';

type Listen = StoreSignals['listen'];
type Receive = Parameters<Listen>[0];
type Resumed = Parameters<Listen>[1];

/** Listeners to signals that run until they are stopped. */
export interface Listeners {
  listen: Listen;
  /** Stops all of them; resolves when they have ended. */
  stop(): Promise<void>;
}

/** Creates listeners. @param keepListening - listens until the signal is aborted. */
export function createListeners(
  keepListening: (receive: Receive, resumed: Resumed, signal: AbortSignal) => Promise<void>,
): Listeners {
  const stops = new Set<() => Promise<void>>();
  return {
    async listen(receive, resumed) {
      const stopping = new AbortController();
      const listening = keepListening(receive, resumed, stopping.signal);
      const stop = async (): Promise<void> => {
        stopping.abort();
        stops.delete(stop);
        await listening;
      };
      stops.add(stop);
      return stop;
    },
    async stop() {
      await Promise.all([...stops].map((stop) => stop()));
    },
  };
}
