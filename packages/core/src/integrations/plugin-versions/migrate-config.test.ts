import { type AnyPluginDefinition, definitionOf, type Migration } from '@portcullis/plugin-api';
import { createSimulatedPlatform } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { secondVersion } from '../../../tests/support/second-version.ts';
import { migrateConfig } from './migrate-config.ts';
import { isOlder } from './plugin-versions.ts';

function definitionWith(migrations: readonly Migration[], version = '3.0.0'): AnyPluginDefinition {
  return definitionOf(secondVersion(createSimulatedPlatform(), { version, migrations }));
}

const add =
  (name: string): Migration['config'] =>
  ({ steps = [], ...rest }) => ({ ...rest, steps: [...(steps as string[]), name] });

describe('migrating a stored config', () => {
  const definition = definitionWith([
    { to: '1.5.0', config: add('1.5.0') },
    { to: '2.0.0' },
    { to: '3.0.0', config: add('3.0.0') },
  ]);

  it.each([
    ['1.0.0', ['1.5.0', '3.0.0']],
    ['1.5.0', ['3.0.0']],
    ['2.9.9', ['3.0.0']],
    ['3.0.0', undefined],
    ['3.0.1', undefined],
  ])('applies from %s the steps %j', (version, steps) => {
    expect(migrateConfig(definition, {}, version).config.steps).toEqual(steps);
  });

  it('does not change the stored config', () => {
    const stored = Object.freeze({ steps: Object.freeze(['0']) });
    expect(migrateConfig(definition, stored, '1.0.0').config).toEqual({ steps: ['0', '1.5.0', '3.0.0'] });
    expect(stored.steps).toEqual(['0']);
  });

  it('moves secrets with their markers', () => {
    const moving = definitionWith([
      { to: '2.0.0', config: ({ token, password, ...rest }) => ({ ...rest, password: token, token: password }) },
      { to: '3.0.0', config: ({ token, ...rest }) => ({ ...rest, auth: { token } }) },
    ]);
    const stored = { token: '[REDACTED]', password: '[REDACTED]', username: '[REDACTED]' };
    const { config, moved } = migrateConfig(moving, stored, '1.0.0');
    expect(config).toEqual({ auth: { token: '[REDACTED]' }, password: '[REDACTED]', username: '[REDACTED]' });
    expect(Object.fromEntries(moved)).toEqual({ token: 'password', password: 'auth.token' });
  });
});

describe('the order of plugin versions', () => {
  it('is that of semantic versions', () => {
    const versions = [
      '0.9.0',
      '0.10.0',
      '1.0.0-alpha',
      '1.0.0-alpha.2',
      '1.0.0-alpha.10',
      '1.0.0-beta',
      '1.0.0',
      '1.0.1',
    ];
    for (const [index, version] of versions.entries()) {
      for (const [other, than] of versions.entries()) expect(isOlder(version, than)).toBe(index < other);
    }
    expect(isOlder('1.0.0+build.1', '1.0.0+build.2')).toBe(false);
  });
});
