import type { Observation } from '@portcullis/plugin-api';
import type { ExistingObject, ObjectFacts } from '../plan/change-set.ts';
import { type LedgerEntry, type ObjectOrigin, toFacts } from './ledger-entry.ts';
import { ownershipOf } from './ownership.ts';
import type { LedgerPair } from './read-ledger.ts';

/** The ledger after an observation of the platform. */
export interface ResolvedLedger {
  /** The objects that exist. */
  readonly existing: readonly ExistingObject[];
  /** Objects with an unfinished creation or removal, and objects with unresolved ownership. They are removed first. */
  readonly incomplete: readonly ObjectFacts[];
  /** Objects among the incomplete ones whose ownership is unresolved. */
  readonly unresolved: readonly ObjectFacts[];
  /** The corrected entries of the ledger, by key; undefined for entries to remove. */
  readonly corrections: ReadonlyMap<string, LedgerEntry | undefined>;
}

/**
 * Determines by an observation what a crash, or a failed undo, left open: whether a creation or removal took effect, and whether
 * an object is in the state before or after a change. Entries of invisible objects are unchanged.
 *
 * @param observe - observes objects under the names in the ledger, in one batch.
 */
export async function resolveLedger(
  pairs: readonly LedgerPair[],
  observe: (objects: readonly ObjectFacts[]) => Promise<ReadonlyMap<string, Observation>>,
): Promise<ResolvedLedger> {
  const now = await observe(pairs.map(({ entry }) => toFacts(entry)));
  const changing = pairs.filter(({ entry, before }) => before && before.name !== entry.name);
  const earlier =
    changing.length === 0 ? now : await observe(pairs.map(({ entry, before }) => toFacts(before ?? entry)));
  const existing: ExistingObject[] = [];
  const incomplete: ObjectFacts[] = [];
  const unresolved: ObjectFacts[] = [];
  const corrections = new Map<string, LedgerEntry | undefined>();
  for (const pair of pairs) {
    const { key } = pair.entry;
    const resolved = resolveEntry(pair, now.get(key), earlier.get(key));
    if (resolved !== pair.entry || pair.before) corrections.set(key, resolved);
    if (!resolved) continue;
    const goesFirst = UNFINISHED.includes(resolved.origin) || now.get(key)?.isRemnant;
    if (resolved.origin === 'unresolved') unresolved.push(toFacts(resolved));
    const cutShort = pair.before && resolved.desired !== pair.before.desired ? pair.before : undefined;
    (goesFirst ? incomplete : existing).push(asSeen(toFacts(resolved), now.get(key), cutShort));
  }
  return { existing, incomplete, unresolved, corrections };
}

/**
 * Returns an object with the observed values instead of the created ones, so that an edit corrects manual changes. The ledger
 * keeps the created values; until the edit, the difference is drift.
 */
function asSeen(
  object: ObjectFacts,
  now: Observation | undefined,
  cutShort: Pick<LedgerEntry, 'desired'> | undefined,
): ExistingObject {
  const isOurs = now?.state === 'ours';
  const seen = isOurs ? Object.entries(now.values ?? {}).filter(([name]) => Object.hasOwn(object.desired, name)) : [];
  const recorded = cutShort ? (cutShort.desired as ObjectFacts['desired']) : object.desired;
  const differs = cutShort !== undefined || seen.some(([name, value]) => object.desired[name] !== value);
  return {
    ...object,
    desired: { ...object.desired, ...Object.fromEntries(seen) },
    ...(differs ? { recorded } : {}),
  };
}

/** The origins of incomplete objects. */
const UNFINISHED: readonly string[] = ['begun', 'unresolved', 'claimed'] satisfies readonly ObjectOrigin[];

function resolveEntry(
  { entry, before }: LedgerPair,
  now: Observation | undefined,
  earlier: Observation | undefined,
): LedgerEntry | undefined {
  if (before && before.name !== entry.name && now?.state !== 'ours' && earlier?.state === 'ours') {
    return { ...before, desired: { ...before.desired, ...earlier.values } };
  }
  const ownership = ownershipOf(entry, now ?? { state: 'unknown' });
  if (ownership === 'absent') return undefined;
  // A single statement creates an object with its mark, so an object without the mark is not ours.
  if (ownership === 'foreign' && (entry.origin === 'sent' || UNFINISHED.includes(entry.origin))) return undefined;
  if (ownership === 'unresolved' && entry.origin === 'unresolved') return entry;
  if (ownership === 'unresolved') return { ...entry, origin: 'unresolved', platformId: now?.platformId ?? null };
  if (entry.origin === 'unresolved') return { ...entry, origin: 'begun', platformId: now?.platformId ?? null };
  if (entry.origin === 'sent') return { ...entry, origin: 'created' };
  if (!before) return entry;
  // It is unknown which statements ran, so an object that was not observed counts as different from any desired state.
  return { ...entry, desired: now?.values ?? {}, revision: null };
}
