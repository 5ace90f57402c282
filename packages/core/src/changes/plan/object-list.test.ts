import {
  type AnyPluginDefinition,
  definitionOf,
  ident,
  type ManagedObject,
  PlatformError,
  sql,
} from '@portcullis/plugin-api';
import { createSimulatedPlatform, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { objectList } from './object-list.ts';

const simulated = definitionOf(simulatedPlugin(createSimulatedPlatform()));

const object = (change: Partial<ManagedObject>): ManagedObject => ({
  key: 'reader',
  kind: 'role',
  name: 'readers',
  scope: 'cluster',
  by: 'setup',
  stage: simulated.stages[0]?.id ?? '',
  create: [{ text: sql`CREATE ROLE ${ident('readers')}` }],
  drop: [{ text: sql`DROP ROLE ${ident('readers')}` }],
  needs: [],
  why: 'For a test.',
  ...change,
});

/** Lists what a plugin says about its config. */
const listOf = (objects: AnyPluginDefinition['objects']) =>
  objectList({ ...simulated, objects }, SIMULATED_CONFIG, {
    mode: 'automatic',
    facts: {},
    mark: (key) => `mark:${key}`,
    options: {},
  });

/** Returns the error of a list that is refused. */
const refusalOf = (objects: AnyPluginDefinition['objects']): unknown => {
  try {
    listOf(objects);
  } catch (error) {
    return error;
  }
  throw new Error('The list was taken.');
};

describe('the objects of a config', () => {
  it('are those in the list of the plugin', () => {
    const objects = [object({}), object({ key: 'writer', name: 'writers' })];
    expect(listOf(() => objects)).toEqual(objects);
  });

  it('are rejected as an error of the config if a name fits no statement', () => {
    const refusal = refusalOf(() => [object({ create: [{ text: sql`CREATE ROLE ${ident('a\0b')}` }] })]);
    expect(refusal).toMatchObject({
      code: 'BODY_INVALID',
      extras: { details: [{ path: 'config', message: expect.stringContaining('cannot be used on the platform') }] },
    });
  });

  it.each([
    ['an error of the language', new TypeError('undefined is not a function')],
    ['an error of the platform', new PlatformError({ failureClass: 'network', message: 'The host is gone.' })],
  ])('pass %s of the plugin on unchanged', (_, error) => {
    const refusal = refusalOf(() => {
      throw error;
    });
    expect(refusal).toBe(error);
  });

  it('are rejected as an error of the config if two objects have one name', () => {
    expect(refusalOf(() => [object({}), object({ key: 'writer' })])).toMatchObject({
      code: 'BODY_INVALID',
      message: expect.stringContaining('role readers (reader and writer)'),
    });
  });

  it('may share a name for different kinds, and in different scopes', () => {
    const objects = [
      object({}),
      object({ key: 'user', kind: 'user' }),
      object({ key: 'elsewhere', scope: 'database' }),
    ];
    expect(listOf(() => objects)).toEqual(objects);
  });

  it('are rejected as an error of the plugin if one key occurs twice', () => {
    expect(refusalOf(() => [object({}), object({})])).toMatchObject({ code: 'PLUGIN_INVALID' });
    expect(refusalOf(() => [object({}), object({ name: 'others' })])).toMatchObject({ code: 'PLUGIN_INVALID' });
  });
});
