/** A wake-up: "there may be work of this name for this key". */
export interface Wakeup {
  /** The kind of work, such as `deliver` or `reap`. */
  readonly name: string;
  /** The subject, such as a webhook's id. Wake-ups of the same name and key can be merged. */
  readonly key: string;
  /** When, in milliseconds since 1970. @default now */
  readonly at?: number;
}

/**
 * Distributes wake-ups among nodes. It never holds the work itself, the store does: an adapter may lose a wake-up (costs
 * latency, a sweep repairs it) or deliver it twice, and nothing goes wrong.
 */
export interface JobQueue {
  /** Asks for a wake-up. Resolves when it has been handed over. */
  wake(wakeup: Wakeup): Promise<void>;
  /**
   * Handles wake-ups of a name. The handler must not reject. One key is never handled twice at once on one node.
   *
   * @returns a function that stops handling and waits for running handlers.
   */
  handle(name: string, handler: (key: string, signal: AbortSignal) => Promise<void>): () => Promise<void>;
  /**
   * Calls the listener whenever wake-ups may have been lost, such as after a reconnection: the store is then checked at
   * once. Omitted where nothing can be lost, or a loss cannot be detected.
   *
   * @returns a function that stops listening.
   */
  onGap?(listener: () => void): () => void;
  /** Stops everything and waits for running handlers. */
  close(): Promise<void>;
}
