/** A source of random numbers, which simulations can replace to be repeatable. */
export interface Random {
  /** Returns `length` random bytes that are suitable for secrets. */
  bytes(length: number): Uint8Array;
  /** Returns a number in [0, 1), for jitter. */
  fraction(): number;
  /**
   * Resolves with an RSA private key as PKCS #8 in PEM. The generation of a key takes a tenth of a second, so that tests reuse keys.
   *
   * @param bits - the length of its modulus.
   * @default a new key of node:crypto
   */
  rsaPrivateKey?(bits: number): Promise<string>;
}
