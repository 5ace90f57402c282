import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { Random } from '../../ports/random.ts';
import type { SecretKeys } from '../../ports/secret-keys.ts';
import type { AllTenantsOperations } from '../../ports/store/store.ts';
import { openSealed, seal } from '../seal/seal.ts';
import { SEALED_TABLES, type SealedValue } from './sealed-tables.ts';
import type { OldKeyView } from './secret-keys-service.ts';

/** Values that are read at once. */
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
  readonly left: readonly OldKeyView[];
}

/**
 * Reseals what older keys have sealed, slice by slice. Several nodes may do it at once: each value is replaced by
 * compare-and-set. What cannot be opened stays as it is.
 *
 * @param onSlice - hears how many values were resealed, after each slice.
 */
export async function resealAll(
  dependencies: ResealDependencies,
  signal: AbortSignal,
  onSlice: (resealed: number) => void = () => {},
): Promise<ResealResult> {
  const { store, secretKeys } = dependencies;
  let resealed = 0;
  const left = new Map<string, OldKeyView>();
  for (const table of SEALED_TABLES) {
    let after: string | number | undefined;
    for (;;) {
      signal.throwIfAborted();
      const { values, last } = await table.page(store, secretKeys.currentKeyId, after, SLICE);
      const before = resealed;
      for (const value of values) {
        try {
          if (await resealOne(dependencies, value)) resealed += 1;
        } catch (error) {
          if (!ServiceError.isInstance(error)) throw error;
          const { keyId } = value;
          const count = (left.get(keyId)?.count ?? 0) + 1;
          left.set(keyId, { keyId, count, problem: { code: error.code, message: error.message } });
        }
      }
      if (resealed > before) onSlice(resealed);
      if (values.length < SLICE) break;
      after = last;
    }
  }
  return { resealed, left: [...left.values()] };
}

async function resealOne({ secretKeys, random }: ResealDependencies, value: SealedValue): Promise<boolean> {
  const text = await openSealed(value.sealed, value.binding, value.keyId, secretKeys);
  const keyId = secretKeys.currentKeyId;
  return value.replace({ keyId, sealed: await seal(text, value.binding, keyId, { secretKeys, random }) });
}
