import { describe, expect, it } from 'vitest';
import { sampleDefinition, sampleObject } from '../../tests/sample-definition.ts';
import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { checkFeatures, checkObjectFeatures } from './check-features.ts';

type Features = NonNullable<AnyPluginDefinition['features']>;

const audit = { id: 'audit', name: 'Audit', setting: 'options.audit' } as unknown as Features[number];
const [firstTest] = sampleDefinition().tests;
const issuesOf = (change: Partial<AnyPluginDefinition>) =>
  checkFeatures(sampleDefinition({ features: [audit], ...change })).map(({ path, problem }) => `${path}: ${problem}`);
const affecting = (...affects: readonly string[]) =>
  ({ tests: [{ ...firstTest, affects }] }) as unknown as Partial<AnyPluginDefinition>;

describe('the features of a plugin', () => {
  it('may have a setting, and tests that affect no feature', () => {
    expect(issuesOf({})).toEqual([]);
  });

  it('may be affected by a test, like the integration itself', () => {
    expect(issuesOf(affecting('audit', 'base'))).toEqual([]);
  });

  it('must be listed for a test to affect them', () => {
    expect(issuesOf(affecting('lineage'))).toEqual(['tests[0].affects: "lineage" is not a feature.']);
  });

  it('cannot have a setting that is not in the config', () => {
    expect(issuesOf({ features: [{ ...audit, setting: 'options.adit' }] })).toEqual([
      'features[0].setting: "options.adit" is not a path of the config.',
    ]);
  });

  it('cannot have an id that is not kebab-case', () => {
    expect(issuesOf({ features: [{ ...audit, id: 'Audit' }] })).toEqual(['features[0].id: "Audit" is not kebab-case.']);
  });

  it('cannot share an id', () => {
    expect(issuesOf({ features: [audit, audit] })).toEqual(['features[1].id: "audit" occurs twice.']);
  });

  it('are not checked for a plugin without features', () => {
    expect(issuesOf({ ...affecting('lineage'), features: undefined as never })).toEqual([]);
  });
});

describe('the feature of an object', () => {
  const issuesOfObject = (feature: string | undefined, features: Features | undefined) =>
    checkObjectFeatures(
      sampleDefinition({ features: features as Features }),
      [sampleObject(feature === undefined ? {} : { feature })],
      'list',
    ).map(({ path, problem }) => `${path}: ${problem}`);

  it.each([undefined, 'audit', 'base'])('may be %s', (feature) => {
    expect(issuesOfObject(feature, [audit])).toEqual([]);
  });

  it('must be one of the plugin', () => {
    expect(issuesOfObject('lineage', [audit])).toEqual(['list "service-account".feature: "lineage" is not a feature.']);
  });

  it('is not checked for a plugin without features', () => {
    expect(issuesOfObject('lineage', undefined)).toEqual([]);
  });
});
