import { type AnyPluginDefinition, definitionOf } from '@portcullis/plugin-api';
import { createSimulatedPlatform, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { privilegeTexts } from './change-set.ts';
import { createChange, dropChanges, type ListedObject, listedObjects } from './derive-changes.ts';
import { withDropPrivileges } from './drop-privileges.ts';

const definition = definitionOf(simulatedPlugin(createSimulatedPlatform())) as AnyPluginDefinition;
const mark = (key: string): string => `portcullis:i:t:${key}`;
const config = definition.config.parse(SIMULATED_CONFIG);
const objects = definition.objects(config, { mode: 'automatic', facts: {}, mark, options: {} });
const needs = [
  { name: 'CREATE', on: 'cluster' },
  { name: 'OWNERSHIP', on: 'object', operations: ['drop'] as const },
];
const listed: readonly ListedObject[] = listedObjects(
  definition,
  objects.map((object) => ({ ...object, needs })),
  mark,
);
const existing = listed.map(({ object }) => object);

describe('withDropPrivileges', () => {
  it('lists the privileges of the drop, not those of the creation', () => {
    const drops = withDropPrivileges(dropChanges(existing), listed);
    expect(drops.length).toBeGreaterThan(0);
    for (const drop of drops) expect(drop.privileges).toEqual(['OWNERSHIP on object']);
  });

  it('lists none for an object that the plugin creates under another name', () => {
    const renamed = existing.map((facts) => ({ ...facts, name: `${facts.name}_old` }));
    for (const drop of withDropPrivileges(dropChanges(renamed), listed)) expect(drop.privileges).toEqual([]);
  });

  it('changes only drops', () => {
    const [first] = listed;
    const create = createChange(definition, first as ListedObject);
    expect(withDropPrivileges([create], listed)).toEqual([create]);
  });
});

describe('privilegeTexts', () => {
  it('uses the privileges of a creation for an alter by default', () => {
    const [object] = objects;
    const textsOf = (wanted: readonly object[]) =>
      privilegeTexts({ ...object, needs: wanted } as ListedObject['declared'], 'alter');
    expect(textsOf(needs)).toEqual(['CREATE on cluster']);
    expect(textsOf([...needs, { name: 'ALTER', on: 'object', operations: ['alter'] }])).toEqual(['ALTER on object']);
  });
});
