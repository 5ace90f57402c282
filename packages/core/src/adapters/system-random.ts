import { randomBytes } from 'node:crypto';
import type { Random } from '../ports/random.ts';

/** Creates a source of randomness on `node:crypto`. Jitter, which need not be unpredictable, is from `Math.random`. */
export function createSystemRandom(): Random {
  return {
    bytes: (length) => randomBytes(length),
    fraction: () => Math.random(),
  };
}
