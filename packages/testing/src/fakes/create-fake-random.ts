import type { Random } from '@portcullis/core';
import { takeRsaKey } from './take-rsa-key.ts';

/**
 * Creates a {@link Random} that can be repeated: the same seed gives the same numbers. RSA keys are not among them:
 * the process reuses a few. Never use it for real secrets.
 *
 * @param seed - any integer. @default 1
 */
export function createFakeRandom(seed = 1): Required<Random> {
  let state = seed >>> 0;
  // Mulberry32, in the public domain.
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    fraction,
    bytes: (length) => Uint8Array.from({ length }, () => Math.floor(fraction() * 256)),
    rsaPrivateKey: takeRsaKey,
  };
}
