/** Time, injectable so that tests and simulations decide what time it is. */
export interface Clock {
  /** Milliseconds since 1970 (UTC): for what is stored. May jump. */
  now(): number;
  /** Milliseconds of a clock that never jumps: for deadlines and durations. */
  monotonic(): number;
  /** Calls `action` once after `milliseconds`; the returned function cancels. Must not keep the process alive. */
  after(milliseconds: number, action: () => void): () => void;
}
