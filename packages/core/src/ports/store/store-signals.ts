/** Short messages between the processes that share a store. Messages may be lost; unused signals cost nothing. */
export interface StoreSignals {
  /** Sends a message of at most 7,000 bytes to all other processes. Rejects when it could not be sent. */
  send(message: string): Promise<void>;
  /**
   * Listens to the other processes, and resumes by itself when the connection breaks.
   *
   * @param resumed - called when listening has resumed after an interruption, during which messages were missed.
   * @returns a function that stops listening.
   */
  listen(receive: (message: string) => void, resumed: () => void): Promise<() => Promise<void>>;
}
