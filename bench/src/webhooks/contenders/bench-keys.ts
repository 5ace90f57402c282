import { createStaticSecretKeys, type SecretKeys } from '@portcullis/core';

/** The keys of every measured instance, in any thread. */
export function benchKeys(): SecretKeys {
  return createStaticSecretKeys({ current: 'bench', keys: { bench: new Uint8Array(32).fill(7) } });
}
