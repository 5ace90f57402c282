import type { SecretKeys } from '../../ports/secret-keys.ts';
import { sealingKeyOf } from '../seal/sealing-key.ts';
import type { SealedBy, SealedValue } from './sealed-tables.ts';

/** The values that are not sealed with the key of their tenant. */
export interface OldValues {
  /** The values to read: all of them if tenants have their own keys. */
  readonly where: SealedBy;
  /**
   * Returns the id of the key that should seal a value; undefined if it already does.
   *
   * @throws ServiceError `SECRET_KEY_UNKNOWN` if the host does not name the key of its tenant.
   */
  sealerOf(value: SealedValue): Promise<string | undefined>;
}

/** Returns the search for old values of all tenants, or of one. It asks the host once for the key of each tenant. */
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
