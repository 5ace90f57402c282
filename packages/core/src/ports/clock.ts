/** A source of time, which tests and simulations can replace. */
export interface Clock {
  /** Milliseconds since 1970 (UTC), for stored times. May jump. */
  now(): number;
  /** Milliseconds of a clock that never jumps: for deadlines and durations. */
  monotonic(): number;
  /** Calls `action` once after `milliseconds`; the returned function cancels. Must not keep the process alive. */
  after(milliseconds: number, action: () => void): () => void;
}
