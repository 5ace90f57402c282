import type { AllTenantsOperations } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import { responseBinding } from '../seal/response-binding.ts';
import { secretBinding } from '../seal/secret-binding.ts';

/** A stored value in any table that an older key has sealed. */
export interface SealedValue {
  readonly tenant: string;
  readonly keyId: string;
  readonly sealed: Uint8Array;
  readonly binding: string;
  /** Replaces the seal, unless the value has changed. Returns whether it did. */
  replace(seal: { readonly keyId: string; readonly sealed: Uint8Array }): Promise<boolean>;
}

/** The values to look for. */
export interface SealedBy {
  /** A key whose values are omitted. @default none */
  readonly not?: string;
  /** @default all */
  readonly tenant?: string;
}

/** A table with sealed values. */
export interface SealedTable {
  readonly name: 'secrets' | 'idempotencyKeys';
  /** Returns some of the matching values, after `after` in the order of the table. */
  page(
    store: AllTenantsOperations,
    sealed: SealedBy,
    after: string | number | undefined,
    limit: number,
  ): Promise<{ readonly values: readonly SealedValue[]; readonly last: string | number | undefined }>;
}

/** Every table whose values are sealed. */
export const SEALED_TABLES: readonly SealedTable[] = [
  {
    name: 'secrets',
    async page(store, sealed, after, limit) {
      const range = typeof after === 'number' ? { id: { gt: after } } : {};
      const rows = await store.find('secrets', { where: { ...whereOf(sealed), ...range }, limit });
      return { values: rows.map((row) => secretOf(store, row)), last: rows.at(-1)?.id };
    },
  },
  {
    name: 'idempotencyKeys',
    async page(store, sealed, after, limit) {
      const range = typeof after === 'string' ? { key: { gt: after } } : {};
      const rows = await store.find('idempotencyKeys', {
        where: { ...whereOf(sealed), ...range },
        orderBy: [['key', 'asc']],
        limit,
      });
      return { values: rows.map((row) => responseOf(store, row)), last: rows.at(-1)?.key };
    },
  },
];

function whereOf({ not, tenant }: SealedBy) {
  return { ...(not !== undefined && { keyId: { not } }), ...(tenant !== undefined && { tenant }) };
}

function secretOf(store: AllTenantsOperations, row: OwnedRow<'secrets'>): SealedValue {
  const { tenant, id, keyId, sealed } = row;
  return {
    tenant,
    keyId,
    sealed,
    binding: secretBinding(row),
    replace: async (seal) => (await store.update('secrets', { id, keyId }, seal)) === 1,
  };
}

function responseOf(store: AllTenantsOperations, row: OwnedRow<'idempotencyKeys'>): SealedValue {
  const { tenant, key, keyId, sealed, generation, finishedAt } = row;
  return {
    tenant,
    keyId,
    sealed,
    binding: responseBinding(tenant, key),
    // A running request may be about to store its response there.
    replace: async (seal) =>
      (await store.update('idempotencyKeys', { tenant, key, keyId, generation, finishedAt }, seal)) === 1,
  };
}
