/** A wake-up: "there may be work of this name for this key". */
export interface Wakeup {
  /** The kind of work, such as `deliver` or `reap`. */
  readonly name: string;
  /** The subject, such as a webhook's id. Wake-ups of the same name and key can be merged. */
  readonly key: string;
  /** The time of the wake-up, in milliseconds since 1970. @default now */
  readonly at?: number;
}

/**
 * A queue that distributes wake-ups among nodes. The work itself is in the store: an adapter may lose a wake-up, which delays the
 * work until the next sweep, or deliver it twice.
 */
export interface JobQueue {
  /** Requests a wake-up. Resolves when the queue has accepted it. */
  wake(wakeup: Wakeup): Promise<void>;
  /**
   * Handles wake-ups of a name. The handler must not reject. A node never handles the same key twice at the same time.
   *
   * @returns a function that stops handling and waits for running handlers.
   */
  handle(name: string, handler: (key: string, signal: AbortSignal) => Promise<void>): () => Promise<void>;
  /**
   * Calls the listener whenever wake-ups may have been lost, such as after a reconnection, so that the store is checked
   * immediately. Omitted by queues that lose no wake-ups or cannot detect a loss.
   *
   * @returns a function that stops listening.
   */
  onGap?(listener: () => void): () => void;
  /** Stops everything and waits for running handlers. */
  close(): Promise<void>;
}
