/** The statements that are under way on one connection. */
export interface InFlight {
  /** Runs one until it ends, its caller gives it up, or the connection closes. */
  run<Value>(signal: AbortSignal, statement: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
  /**
   * Cancels statements in flight, and waits until the platform has been told so. A caller that stops waiting for a
   * statement closes the connection at once, and the cancellation goes over that connection. Never rejects.
   */
  end(): Promise<void>;
}

/** Keeps account of the statements of one connection. */
export function createInFlight(): InFlight {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  return {
    async run(signal, statement) {
      const ended = statement(AbortSignal.any([signal, closing.signal]));
      running.add(ended);
      try {
        return await ended;
      } finally {
        running.delete(ended);
      }
    },
    async end() {
      closing.abort(new Error('The connection is closed.'));
      await Promise.allSettled(running);
    },
  };
}
