/** Short messages between the processes that share a store. They may be lost, and cost nothing while none are sent. */
export interface StoreSignals {
  /** Sends a message of at most 7,000 bytes to all other processes. Rejects when it could not be sent. */
  send(message: string): Promise<void>;
  /**
   * Listens to the others, and goes on by itself when the connection breaks.
   *
   * @param resumed - called when listening has begun again after a break, in which messages were missed.
   * @returns a function that stops listening.
   */
  listen(receive: (message: string) => void, resumed: () => void): Promise<() => Promise<void>>;
}
