/** The running statements of one connection. */
export interface InFlight {
  /** Runs a statement until it ends, its caller aborts, or the connection closes. */
  run<Value>(signal: AbortSignal, statement: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
  /**
   * Cancels running statements, and waits until the platform has received the cancellations. A caller that aborts
   * closes the connection immediately, and the cancellation uses that connection. Never rejects.
   */
  end(): Promise<void>;
}

/** Creates the record of the running statements of one connection. */
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
