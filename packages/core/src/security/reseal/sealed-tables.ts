import type { AllTenantsOperations } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import { answerBinding } from '../seal/answer-binding.ts';
import { secretBinding } from '../seal/sealed-secrets.ts';

/** A stored value that an older key has sealed, wherever it is stored. */
export interface SealedValue {
  readonly keyId: string;
  readonly sealed: Uint8Array;
  readonly binding: string;
  /** Puts a new seal in place, unless the value was changed meanwhile. Returns whether it did. */
  replace(seal: { readonly keyId: string; readonly sealed: Uint8Array }): Promise<boolean>;
}

/** A table with sealed values. */
export interface SealedTable {
  readonly name: 'secrets' | 'idempotencyKeys';
  /** Some values that another key than this one has sealed, those behind `after` in the order of the table. */
  page(
    store: AllTenantsOperations,
    keyId: string,
    after: string | number | undefined,
    limit: number,
  ): Promise<{ readonly values: readonly SealedValue[]; readonly last: string | number | undefined }>;
}

/** Every table whose values are sealed. */
export const SEALED_TABLES: readonly SealedTable[] = [
  {
    name: 'secrets',
    async page(store, keyId, after, limit) {
      const behind = typeof after === 'number' ? { id: { gt: after } } : {};
      const rows = await store.find('secrets', { where: { keyId: { not: keyId }, ...behind }, limit });
      return { values: rows.map((row) => secretOf(store, row)), last: rows.at(-1)?.id };
    },
  },
  {
    name: 'idempotencyKeys',
    async page(store, keyId, after, limit) {
      const behind = typeof after === 'string' ? { key: { gt: after } } : {};
      const rows = await store.find('idempotencyKeys', {
        where: { keyId: { not: keyId }, ...behind },
        orderBy: [['key', 'asc']],
        limit,
      });
      return { values: rows.map((row) => answerOf(store, row)), last: rows.at(-1)?.key };
    },
  },
];

function secretOf(store: AllTenantsOperations, row: OwnedRow<'secrets'>): SealedValue {
  const { id, keyId, sealed } = row;
  return {
    keyId,
    sealed,
    binding: secretBinding(row),
    replace: async (seal) => (await store.update('secrets', { id, keyId }, seal)) === 1,
  };
}

function answerOf(store: AllTenantsOperations, row: OwnedRow<'idempotencyKeys'>): SealedValue {
  const { tenant, key, keyId, sealed, generation, finishedAt } = row;
  return {
    keyId,
    sealed,
    binding: answerBinding(tenant, key),
    // A running request may be about to put its answer there.
    replace: async (seal) =>
      (await store.update('idempotencyKeys', { key, keyId, generation, finishedAt }, seal)) === 1,
  };
}
