import type { Observation } from '@portcullis/plugin-api';
import type { ExistingObject, ObjectFacts } from '../plan/change-set.ts';
import { type LedgerEntry, type ObjectOrigin, toFacts } from './ledger-entry.ts';
import { ownershipOf } from './ownership.ts';
import type { LedgerPair } from './read-ledger.ts';

/** The ledger after an observation of the platform. */
export interface ResolvedLedger {
  /** The objects that exist. */
  readonly made: readonly ExistingObject[];
  /**
   * Objects whose creation was begun and never finished, objects that a broken removal has left, and objects of which nothing tells
   * whose they are: they go first.
   */
  readonly incomplete: readonly ObjectFacts[];
  /** Objects among the incomplete ones of which nothing tells whose they are. */
  readonly unclear: readonly ObjectFacts[];
  /** By key, what the ledger has to say instead; undefined where it has to forget. */
  readonly corrections: ReadonlyMap<string, LedgerEntry | undefined>;
}

/**
 * Settles with a look what a crash, or a failed undo, has left open: whether a creation or removal took effect, and whether an
 * object is as it was before a change or behind it. What cannot be seen stays as it is written.
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
  const made: ExistingObject[] = [];
  const incomplete: ObjectFacts[] = [];
  const unclear: ObjectFacts[] = [];
  const corrections = new Map<string, LedgerEntry | undefined>();
  for (const pair of pairs) {
    const { key } = pair.entry;
    const resolved = resolveEntry(pair, now.get(key), earlier.get(key));
    if (resolved !== pair.entry || pair.before) corrections.set(key, resolved);
    if (!resolved) continue;
    const goesFirst = UNFINISHED.includes(resolved.origin) || now.get(key)?.isRemnant;
    if (resolved.origin === 'unclear') unclear.push(toFacts(resolved));
    const cutShort = pair.before && resolved.desired !== pair.before.desired ? pair.before : undefined;
    (goesFirst ? incomplete : made).push(asSeen(toFacts(resolved), now.get(key), cutShort));
  }
  return { made, incomplete, unclear, corrections };
}

/**
 * With the values that were seen in place of those that were made, so that an edit puts right what was changed by hand. The
 * ledger keeps what was made: until then the difference is drift.
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

/** Origins of objects that are not whole. */
const UNFINISHED: readonly string[] = ['begun', 'unclear', 'claimed'] satisfies readonly ObjectOrigin[];

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
  // One statement makes an object with its mark: without the mark it is not ours.
  if (ownership === 'foreign' && (entry.origin === 'sent' || UNFINISHED.includes(entry.origin))) return undefined;
  if (ownership === 'unclear' && entry.origin === 'unclear') return entry;
  if (ownership === 'unclear') return { ...entry, origin: 'unclear', platformId: now?.platformId ?? null };
  if (entry.origin === 'unclear') return { ...entry, origin: 'begun', platformId: now?.platformId ?? null };
  if (entry.origin === 'sent') return { ...entry, origin: 'made' };
  if (!before) return entry;
  // It is not known which statements ran: an object that was not observed counts as different from any desired state.
  return { ...entry, desired: now?.values ?? {}, revision: null };
}
