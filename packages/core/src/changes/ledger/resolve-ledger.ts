import type { Observation } from '@portcullis/plugin-api';
import type { ObjectFacts } from '../plan/change-set.ts';
import { type LedgerEntry, toFacts } from './ledger-entry.ts';
import type { LedgerPair } from './read-ledger.ts';

/** The ledger after a look at the platform. */
export interface ResolvedLedger {
  /** What is there. */
  readonly made: readonly ObjectFacts[];
  /** What was begun and never finished, nobody knows how much of it is there, or what a broken removal has left: it goes first. */
  readonly incomplete: readonly ObjectFacts[];
  /** By key, what the ledger has to say instead; undefined where it has to forget. */
  readonly corrections: ReadonlyMap<string, LedgerEntry | undefined>;
}

/**
 * Settles with a look what a crash, or a failed undo, has left open: whether a creation or removal took effect, and whether an
 * object is as it was before a change or behind it. What cannot be seen stays as it is written.
 *
 * @param observe - looks at objects under the names that the ledger knows, in one go.
 */
export async function resolveLedger(
  pairs: readonly LedgerPair[],
  observe: (objects: readonly ObjectFacts[]) => Promise<ReadonlyMap<string, Observation>>,
): Promise<ResolvedLedger> {
  const now = await observe(pairs.map(({ entry }) => toFacts(entry)));
  const changing = pairs.filter(({ entry, before }) => before && before.name !== entry.name);
  const earlier =
    changing.length === 0 ? now : await observe(pairs.map(({ entry, before }) => toFacts(before ?? entry)));
  const made: ObjectFacts[] = [];
  const incomplete: ObjectFacts[] = [];
  const corrections = new Map<string, LedgerEntry | undefined>();
  for (const pair of pairs) {
    const { key } = pair.entry;
    const resolved = resolveEntry(pair, now.get(key), earlier.get(key));
    if (resolved !== pair.entry || pair.before) corrections.set(key, resolved);
    if (!resolved) continue;
    const goesFirst = resolved.origin === 'begun' || now.get(key)?.isRemnant;
    (goesFirst ? incomplete : made).push(asSeen(toFacts(resolved), now.get(key)));
  }
  return { made, incomplete, corrections };
}

/**
 * With the values that were seen in place of those that were made, so that an edit puts right what was changed by hand. The
 * ledger keeps what was made: until then the difference is drift.
 */
function asSeen(object: ObjectFacts, now: Observation | undefined): ObjectFacts {
  if (now?.state !== 'ours') return object;
  const seen = Object.entries(now.values ?? {}).filter(([name]) => Object.hasOwn(object.desired, name));
  return seen.length === 0 ? object : { ...object, desired: { ...object.desired, ...Object.fromEntries(seen) } };
}

function resolveEntry(
  { entry, before }: LedgerPair,
  now: Observation | undefined,
  earlier: Observation | undefined,
): LedgerEntry | undefined {
  if (before && before.name !== entry.name && now?.state !== 'ours' && earlier?.state === 'ours') {
    return { ...before, desired: { ...before.desired, ...earlier.values } };
  }
  if (now?.state === 'absent') return undefined;
  // One statement makes an object with its mark: without the mark it is somebody else's.
  if (entry.origin === 'sent' && now?.state === 'foreign') return undefined;
  if (entry.origin === 'sent' && now?.state === 'ours') return { ...entry, origin: 'made' };
  if (!before) return entry;
  // Nobody knows which statements ran: what was not seen counts as different from anything that is wanted.
  return { ...entry, desired: now?.values ?? {}, revision: null };
}
