/** A source of random numbers, which simulations can replace to be repeatable. */
export interface Random {
  /** Returns `length` random bytes that are suitable for secrets. */
  bytes(length: number): Uint8Array;
  /** Returns a number in [0, 1), for jitter. */
  fraction(): number;
}
