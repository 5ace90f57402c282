import type { AllTenantsOperations } from '../../ports/store/store.ts';
import { openUnexpiredSecrets, type UnexpiredSecretsDependencies } from './unexpired-secrets.ts';

/** An owner of secrets, with its tenant. Owners of two tenants never have the same name, because it contains an id. */
export interface SecretOwner {
  readonly tenant: string;
  readonly owner: string;
}

/** Opens secrets that have been read, as {@link openUnexpiredSecrets} does. */
export type OpenSecrets = () => Promise<readonly string[]>;

/** Reads the secrets of a name of owners of all tenants with one query. Each result opens those of one owner. */
export type SecretReader = (owners: readonly SecretOwner[], name: string) => Promise<ReadonlyMap<string, OpenSecrets>>;

/** Dependencies of {@link createSecretReader}. */
export interface SecretReaderDependencies extends UnexpiredSecretsDependencies {
  readonly store: Pick<AllTenantsOperations, 'find'>;
}

/** Creates the {@link SecretReader} of a node. */
export function createSecretReader({ store, ...dependencies }: SecretReaderDependencies): SecretReader {
  return async (owners, name) => {
    const where = { owner: { in: owners.map(({ owner }) => owner) }, name, status: { not: 'staged' } };
    const rows = Map.groupBy(await store.find('secrets', { where }), ({ owner }) => owner);
    return new Map(
      owners.map(({ tenant, owner }) => {
        const own = (rows.get(owner) ?? []).filter((row) => row.tenant === tenant);
        return [owner, () => openUnexpiredSecrets(tenant, own, dependencies)];
      }),
    );
  };
}
