/** Randomness, injectable so that simulations can be repeated. */
export interface Random {
  /** `length` random bytes, fit for secrets. */
  bytes(length: number): Uint8Array;
  /** A number in [0, 1), for jitter. */
  fraction(): number;
}
