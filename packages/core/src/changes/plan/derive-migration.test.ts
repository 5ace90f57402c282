import { definitionOf, type ManagedObject } from '@portcullis/plugin-api';
import { createSimulatedPlatform, SIMULATED_CONFIG } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { PRIVILEGED_ROLE, SERVICE_VIEW, secondVersion } from '../../../tests/support/second-version.ts';
import type { ObjectFacts } from './change-set.ts';
import { listedObjects } from './derive-changes.ts';
import { deriveMigration } from './derive-migration.ts';

const definition = definitionOf(secondVersion(createSimulatedPlatform()));
const config = definition.config.parse({ ...SIMULATED_CONFIG, volume: { size: 1 } });
const mark = (key: string): string => `portcullis:i:t:${key}`;
const objects: readonly ManagedObject[] = definition.objects(config, {
  mode: 'automatic',
  facts: {},
  mark,
  options: {},
});
const existing = listedObjects(definition, objects, mark).map((each) => each.object);
const isOwn = ({ by }: ObjectFacts): boolean => by === 'service';

function migration(desired: readonly ManagedObject[], ledger: readonly ObjectFacts[] = existing) {
  const { before, after, editNeeded } = deriveMigration(
    definition,
    listedObjects(definition, desired, mark),
    ledger,
    isOwn,
  );
  const summaryOf = (change: { readonly action: string; readonly object: { readonly key: string } }): string =>
    `${change.action} ${change.object.key}`;
  return { before: before.map(summaryOf), after: after.map(summaryOf), editNeeded: editNeeded.map(summaryOf) };
}

const without = (...keys: readonly string[]) => objects.filter(({ key }) => !keys.includes(key));
const changed = (key: string, changes: Partial<ManagedObject>) =>
  objects.map((object) => (object.key === key ? { ...object, ...changes } : object));

describe('deriveMigration', () => {
  it('finds no change between a list and itself', () => {
    expect(migration(objects)).toEqual({ before: [], after: [], editNeeded: [] });
  });

  it('creates, changes and drops objects of the service account, and leaves the rest to an edit', () => {
    const desired = [...changed('log-procedure', { revision: '9' }), SERVICE_VIEW, PRIVILEGED_ROLE].filter(
      ({ key }) => key !== 'retention' && key !== 'volume-grant',
    );
    expect(migration(desired)).toEqual({
      before: ['alter log-procedure', 'create catalogue-view'],
      after: ['drop retention'],
      editNeeded: ['create writers', 'drop volume-grant'],
    });
  });

  it('skips objects that depend on an object that it cannot create', () => {
    const inside = { ...SERVICE_VIEW, within: 'writers' };
    const granted = { ...SERVICE_VIEW, key: 'view-grant', name: 'view to writers', blocks: ['catalogue-view'] };
    expect(migration([...objects, PRIVILEGED_ROLE, inside, granted])).toEqual({
      before: [],
      after: [],
      editNeeded: ['create writers', 'create catalogue-view', 'create view-grant'],
    });
  });

  it('skips a drop that is blocked by an object that it cannot drop', () => {
    const ledger = [
      ...existing,
      { ...(existing[0] as ObjectFacts), key: 'guest', name: 'guest', blocks: ['retention'] },
    ];
    expect(
      migration([...without('retention'), { ...PRIVILEGED_ROLE, key: 'guest', name: 'guest' }], ledger),
    ).toMatchObject({
      after: [],
      editNeeded: expect.arrayContaining(['drop retention']),
    });
  });

  it('leaves objects with a new owner to an edit', () => {
    expect(migration(changed('retention', { by: 'setup', desired: { days: 1 } }))).toMatchObject({
      before: [],
      editNeeded: ['alter retention'],
    });
  });

  it('counts a replacement as one change', () => {
    expect(migration(changed('volume', { desired: { size: 2 } })).editNeeded).toEqual([
      'alter volume-grant',
      'alter folder',
      'alter volume',
    ]);
  });
});
