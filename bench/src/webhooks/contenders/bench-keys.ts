import { createStaticSecretKeys, type SecretKeys } from '@portcullis/core';

/** The keys of every instance that is measured, in whichever thread. */
export function benchKeys(): SecretKeys {
  return createStaticSecretKeys({ current: 'bench', keys: { bench: new Uint8Array(32).fill(7) } });
}
