import { describe, expect, it } from 'vitest';
import { sampleDefinition } from '../../tests/sample-definition.ts';
import { checkMigrations } from './check-migrations.ts';

const issuesOf = (...versions: readonly string[]) =>
  checkMigrations(sampleDefinition({ version: '9.0.0', migrations: versions.map((to) => ({ to })) })).map(
    ({ path, problem }) => `${path}: ${problem}`,
  );

describe.each([
  ['a higher major version', '1.9.9', '2.0.0'],
  ['a higher minor version', '1.0.9', '1.1.0'],
  ['a higher patch version', '1.1.0', '1.1.1'],
  ['a number with more digits', '1.9.0', '1.10.0'],
])('%s', (_, earlier, later) => {
  it('comes after the lower one', () => {
    expect(issuesOf(earlier, later)).toEqual([]);
  });

  it('cannot come before it', () => {
    expect(issuesOf(later, earlier)).toEqual([`migrations[1].to: "${earlier}" is not after "${later}".`]);
  });
});

it('accepts versions that differ only after the hyphen, in the listed order', () => {
  expect(issuesOf('1.0.0-beta', '1.0.0')).toEqual([]);
});

it('accepts the version of the plugin itself', () => {
  expect(issuesOf('9.0.0')).toEqual([]);
});

it.each(['9.0.1', '9.1.0', '10.0.0'])('rejects %s, which is later than the version of the plugin', (version) => {
  expect(issuesOf(version)).toEqual([`migrations[0].to: "${version}" is after the version of the plugin.`]);
});
