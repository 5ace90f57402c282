import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { Random } from '../../ports/random.ts';
import type { SecretKeys } from '../../ports/secret-keys.ts';
import type { AllTenantsOperations } from '../../ports/store/store.ts';
import { openSealed, seal } from '../seal/seal.ts';
import { oldValues } from './old-values.ts';
import { SEALED_TABLES, type SealedValue } from './sealed-tables.ts';
import type { OldKeyView } from './secret-keys-service.ts';

/** Maximum number of values per read. */
const SLICE = 100;

/** Dependencies of resealing. */
export interface ResealDependencies {
  readonly store: AllTenantsOperations;
  readonly secretKeys: SecretKeys;
  readonly random: Random;
}

/** The result of resealing. */
export interface ResealResult {
  readonly resealed: number;
  /** The values that could not be resealed, by key. */
  readonly old: readonly OldKeyView[];
}

/**
 * Reseals the values of older keys in slices. Several nodes may do it at the same time, because each value is replaced by
 * compare-and-set. Values that cannot be opened are unchanged.
 *
 * @param onSlice - called after each slice with the number of resealed values.
 * @param tenant - the only tenant whose values are resealed. @default all
 */
export async function resealAll(
  dependencies: ResealDependencies,
  signal: AbortSignal,
  onSlice: (resealed: number) => void = () => {},
  tenant?: string,
): Promise<ResealResult> {
  const { store } = dependencies;
  const old = oldValues(dependencies, tenant);
  let resealed = 0;
  const remaining = new Map<string, OldKeyView>();
  for (const table of SEALED_TABLES) {
    let after: string | number | undefined;
    for (;;) {
      signal.throwIfAborted();
      const { values, last } = await table.page(store, old.where, after, SLICE);
      const before = resealed;
      for (const value of values) {
        try {
          const keyId = await old.sealerOf(value);
          if (keyId !== undefined && (await resealOne(dependencies, value, keyId))) resealed += 1;
        } catch (error) {
          if (!ServiceError.isInstance(error)) throw error;
          const { keyId } = value;
          const count = (remaining.get(keyId)?.count ?? 0) + 1;
          remaining.set(keyId, { keyId, count, problem: { code: error.code, message: error.message } });
        }
      }
      if (resealed > before) onSlice(resealed);
      if (values.length < SLICE) break;
      after = last;
    }
  }
  return { resealed, old: [...remaining.values()] };
}

async function resealOne(
  { secretKeys, random }: ResealDependencies,
  value: SealedValue,
  keyId: string,
): Promise<boolean> {
  const text = await openSealed(value.sealed, value.binding, value.keyId, secretKeys);
  return value.replace({ keyId, sealed: await seal(text, value.binding, keyId, { secretKeys, random }) });
}
