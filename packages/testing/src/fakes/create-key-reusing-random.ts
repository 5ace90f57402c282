import { randomBytes } from 'node:crypto';
import type { Random } from '@portcullis/core';
import { takeRsaKey } from './take-rsa-key.ts';

/**
 * Creates a {@link Random} on `node:crypto` that reuses a few RSA keys, which only this process knows. With it, a test
 * of a platform that signs in by key pair takes a fraction of the time.
 */
export function createKeyReusingRandom(): Required<Random> {
  return {
    bytes: (length) => randomBytes(length),
    fraction: () => Math.random(),
    rsaPrivateKey: takeRsaKey,
  };
}
