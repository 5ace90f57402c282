import type { Observation } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import type { LedgerEntry, ObjectOrigin } from './ledger-entry.ts';
import type { LedgerPair } from './read-ledger.ts';
import { resolveLedger } from './resolve-ledger.ts';

type Seen = Observation['state'] | { readonly values: Readonly<Record<string, number>> };

function entry(origin: ObjectOrigin, changes: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    key: 'k',
    name: 'now',
    origin,
    platformId: null,
    desired: { size: 2 },
    revision: '1',
    drop: [],
    blocks: [],
    dropAfter: [],
    within: null,
    ...changes,
  } as LedgerEntry;
}

/** Resolves a ledger against observations by name. */
async function resolve(pair: LedgerPair, seen: Readonly<Record<string, Seen>>) {
  const { existing, incomplete, unresolved, corrections } = await resolveLedger(
    [pair],
    async (objects) =>
      new Map(
        objects.map(({ key, name }): [string, Observation] => {
          const observe = seen[name] ?? 'absent';
          return [
            key,
            typeof observe === 'string' ? { key, state: observe } : { key, state: 'ours', values: observe.values },
          ];
        }),
      ),
  );
  return {
    existing: existing.map(({ name, desired, revision }) => ({ name, desired, revision })),
    incomplete: incomplete.map(({ name }) => name),
    unresolved: unresolved.map(({ name }) => name),
    corrections: [...corrections].map(([key, corrected]) => [key, corrected?.origin ?? null]),
  };
}

describe('resolveLedger', () => {
  it.each<[ObjectOrigin, Seen, string]>([
    ['created', 'ours', 'kept'],
    ['created', 'unknown', 'kept'],
    ['created', 'foreign', 'kept'],
    ['created', 'absent', 'forgotten'],
    ['sent', 'ours', 'created'],
    ['sent', 'foreign', 'forgotten'],
    ['sent', 'absent', 'forgotten'],
    ['sent', 'unknown', 'unresolved'],
    ['begun', 'ours', 'incomplete'],
    ['begun', 'foreign', 'unresolved'],
    ['begun', 'unknown', 'unresolved'],
    ['begun', 'absent', 'forgotten'],
    ['unresolved', 'foreign', 'unresolved'],
    ['unresolved', 'ours', 'incomplete'],
    ['unresolved', 'absent', 'forgotten'],
    ['claimed', 'foreign', 'incomplete'],
    ['claimed', 'absent', 'forgotten'],
  ])('an entry with %s that is observed as %s is %s', async (origin, seen, result) => {
    const { existing, incomplete, unresolved, corrections } = await resolve(
      { entry: entry(origin), before: undefined },
      { now: seen },
    );
    const actual =
      unresolved.length > 0
        ? 'unresolved'
        : incomplete.length > 0
          ? 'incomplete'
          : existing.length === 0
            ? 'forgotten'
            : corrections.length > 0
              ? 'created'
              : 'kept';
    expect(actual).toBe(result);
    if (result === 'forgotten') expect(corrections).toEqual([['k', null]]);
  });

  it.each<[ObjectOrigin, string, 'incomplete' | 'forgotten']>([
    ['begun', '7', 'incomplete'],
    ['begun', '8', 'forgotten'],
    ['claimed', '7', 'incomplete'],
    ['claimed', '8', 'forgotten'],
  ])('resolves an entry with %s and id 7, observed unmarked with id %s, as %s', async (origin, seen, result) => {
    const observe = async () => new Map([['k', { key: 'k', state: 'foreign', platformId: seen } as const]]);
    const { incomplete, unresolved } = await resolveLedger(
      [{ entry: entry(origin, { platformId: '7' }), before: undefined }],
      observe,
    );
    expect(incomplete.map(({ key }) => key)).toEqual(result === 'incomplete' ? ['k'] : []);
    expect(unresolved).toEqual([]);
  });

  it('drops the remnant of an interrupted removal first, for any entry', async () => {
    const observe = async () => new Map([['k', { key: 'k', state: 'ours', isRemnant: true } as const]]);
    for (const origin of ['created', 'manual', 'adopted'] as const) {
      const { existing, incomplete } = await resolveLedger([{ entry: entry(origin), before: undefined }], observe);
      expect(existing).toHaveLength(0);
      expect(incomplete.map(({ key }) => key)).toEqual(['k']);
    }
  });

  it('uses the observed values for an unfinished change', async () => {
    const pair = { entry: entry('created'), before: entry('created', { desired: { size: 1 } }) };
    expect((await resolve(pair, { now: { values: { size: 1 } } })).existing).toEqual([
      { name: 'now', desired: { size: 1 }, revision: null },
    ]);
    expect((await resolve(pair, { now: { values: { size: 2 } } })).existing).toEqual([
      { name: 'now', desired: { size: 2 }, revision: null },
    ]);
    expect((await resolve(pair, { now: 'unknown' })).existing).toEqual([{ name: 'now', desired: {}, revision: null }]);
  });

  it('finds an object under its current name', async () => {
    const pair = { entry: entry('created'), before: entry('created', { name: 'before', desired: { size: 1 } }) };
    expect((await resolve(pair, { before: 'ours' })).existing).toEqual([
      { name: 'before', desired: { size: 1 }, revision: '1' },
    ]);
    expect((await resolve(pair, { now: { values: { size: 2 } } })).existing).toMatchObject([
      { name: 'now', desired: { size: 2 } },
    ]);
    expect((await resolve(pair, {})).corrections).toEqual([['k', null]]);
  });

  it('treats an object that was not observed as hidden', async () => {
    const { unresolved } = await resolveLedger([{ entry: entry('sent'), before: undefined }], async () => new Map());
    expect(unresolved.map(({ key }) => key)).toEqual(['k']);
  });
});
