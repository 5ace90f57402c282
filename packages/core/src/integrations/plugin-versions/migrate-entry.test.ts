import { type AnyPluginDefinition, definitionOf, type Migration } from '@portcullis/plugin-api';
import { createSimulatedPlatform, sampleRow } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { secondVersion } from '../../../tests/support/second-version.ts';
import type { LedgerEntry } from '../../changes/ledger/ledger-entry.ts';
import { migrateEntry } from './migrate-entry.ts';

const step = {
  stage: 'main',
  actor: 'service',
  role: null,
  alone: true,
  engine: null,
  succeedOn: [],
  retryOn: [],
  waitUntil: null,
} as const;

function entry(changes: Partial<LedgerEntry>): LedgerEntry {
  const empty = { drop: [], blocks: [], dropAfter: [], within: null, make: null };
  return { ...sampleRow('managedObjects', 1), id: 1, pluginVersion: '1.0.0', ...empty, ...changes } as LedgerEntry;
}

function definitionWith(...migrations: readonly Migration[]): AnyPluginDefinition {
  return definitionOf(secondVersion(createSimulatedPlatform(), { version: '3.0.0', migrations }));
}

const renaming = definitionWith(
  { to: '2.0.0', renamedKeys: { bucket: 'location', a: 'b', b: 'a' } },
  { to: '3.0.0', renamedKeys: { location: 'place' }, desired: (key, values) => ({ ...values, key }) },
);

describe('an entry of the ledger that an older plugin has written', () => {
  it('gets the new keys in all its references, step by step', () => {
    const old = entry({ key: 'bucket', within: 'a', blocks: ['b', 'c'], dropAfter: ['bucket'], desired: { x: 1 } });
    expect(migrateEntry(renaming, old)).toMatchObject({
      key: 'place',
      within: 'b',
      blocks: ['a', 'c'],
      dropAfter: ['place'],
      desired: { x: 1, key: 'place' },
      pluginVersion: '1.0.0',
      name: old.name,
      mark: old.mark,
    });
  });

  it('remains separate from the entry of an unfinished change', () => {
    expect(migrateEntry(renaming, entry({ key: 'bucket#before' })).key).toBe('place#before');
  });

  it('gets the new keys in the arguments of its commands', () => {
    const command = [['DROP'], ['id=', { name: 'bucket.id', as: 'literal' }, { name: 'region', as: 'literal' }]];
    const drop = [{ ...step, text: 'DROP "id={{bucket.id}}{{region}}"', pieces: null, call: null, command }];
    expect(migrateEntry(renaming, entry({ key: 'x', drop })).drop).toMatchObject([
      {
        text: 'DROP "id={{place.id}}{{region}}"',
        command: [['DROP'], ['id=', { name: 'place.id', as: 'literal' }, { name: 'region', as: 'literal' }]],
      },
    ]);
  });

  it('finds outputs of earlier calls in its statements', () => {
    const drop = [
      {
        ...step,
        text: 'deleteLocation {"arn":"{{bucket.arn}}","tags":[{"id":"{{other.id}}"}]}',
        pieces: null,
        call: {
          name: 'deleteLocation',
          input: { arn: { $output: 'bucket.arn' }, tags: [{ id: { $fact: 'other.id' } }] },
        },
      },
      {
        ...step,
        text: 'DROP LOCATION {{bucket.arn}}',
        pieces: ['DROP LOCATION ', { name: 'bucket.arn', as: 'literal' }],
        call: null,
      },
    ];
    const migrated = migrateEntry(renaming, entry({ key: 'grant', drop }));
    expect(migrated.drop).toMatchObject([
      {
        text: 'deleteLocation {"arn":"{{place.arn}}","tags":[{"id":"{{other.id}}"}]}',
        call: { input: { arn: { $output: 'place.arn' }, tags: [{ id: { $fact: 'other.id' } }] } },
      },
      { text: 'DROP LOCATION {{place.arn}}', pieces: ['DROP LOCATION ', { name: 'place.arn', as: 'literal' }] },
    ]);
  });

  it('is unchanged if it has the installed version', () => {
    const current = entry({ key: 'bucket', pluginVersion: '3.0.0' });
    expect(migrateEntry(renaming, current)).toEqual(current);
  });
});
