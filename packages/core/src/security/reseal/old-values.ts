import type { SecretKeys } from '../../ports/secret-keys.ts';
import { sealingKeyOf } from '../seal/sealing-key.ts';
import type { SealedBy, SealedValue } from './sealed-tables.ts';

/** The values that the key of their tenant has not sealed. */
export interface OldValues {
  /** The values to read: where tenants have keys of their own, all of them. */
  readonly where: SealedBy;
  /** Returns the id of the key that should seal a value; undefined where it has. */
  sealerOf(value: SealedValue): Promise<string | undefined>;
}

/** Looks for old values of all tenants, or of one. The host is asked once for the key of each tenant. */
export function oldValues({ secretKeys }: { readonly secretKeys: SecretKeys }, tenant?: string): OldValues {
  const known = new Map<string, Promise<string>>();
  return {
    where: {
      ...(!secretKeys.keyFor && { not: secretKeys.currentKeyId }),
      ...(tenant !== undefined && { tenant }),
    },
    async sealerOf(value) {
      const wanted = known.get(value.tenant) ?? sealingKeyOf(secretKeys, value.tenant);
      known.set(value.tenant, wanted);
      const keyId = await wanted;
      return keyId === value.keyId ? undefined : keyId;
    },
  };
}
