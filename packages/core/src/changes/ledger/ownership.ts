import type { Observation } from '@portcullis/plugin-api';
import type { LedgerEntry } from './ledger-entry.ts';

/**
 * Ownership of the object that has the name of a ledger entry. `unresolved`: an operation of ours may have made it, and it has
 * neither our mark nor the platform's id in the ledger. `unseen`: it was complete before, and cannot be observed now.
 */
export type Ownership = 'absent' | 'ours' | 'foreign' | 'unresolved' | 'unseen';

/**
 * Decides who owns an object. A previously free name proves nothing: only the mark, the recorded platform id and the decision of
 * an administrator count.
 *
 * @param entry - its ledger entry; undefined if there is none.
 */
export function ownershipOf(
  entry: Pick<LedgerEntry, 'origin' | 'platformId'> | undefined,
  { state, platformId }: Pick<Observation, 'state' | 'platformId'>,
): Ownership {
  if (state === 'absent' || state === 'ours') return state;
  if (!entry) return state === 'foreign' ? 'foreign' : 'unseen';
  const { origin, platformId: noted } = entry;
  const isUnmarked = origin === 'begun' || origin === 'claimed';
  if (isUnmarked && noted !== null && platformId !== undefined) return noted === platformId ? 'ours' : 'foreign';
  if (origin === 'claimed') return noted === null ? 'ours' : 'unresolved';
  if (origin === 'begun' || origin === 'unresolved') return 'unresolved';
  if (state === 'foreign') return 'foreign';
  // The effect of the statement is unknown, and an object of that name may belong to another account.
  return origin === 'sent' ? 'unresolved' : 'unseen';
}
