import { randomBytes } from 'node:crypto';
import type { Random } from '../ports/random.ts';

/** Randomness from `node:crypto`; jitter, which need not be unpredictable, from `Math.random`. */
export function createSystemRandom(): Random {
  return {
    bytes: (length) => randomBytes(length),
    fraction: () => Math.random(),
  };
}
