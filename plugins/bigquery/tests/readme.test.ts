import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configFields, definitionOf, type ManagedObject } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { bigquery } from '../src/index.ts';
import { labels, setup, warehouse } from './readme/plugin.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const definition = definitionOf(bigquery());
const shown = (marker: string) => new RegExp(`<!-- ${marker} -->\n\`{3}\\w+\n([\\s\\S]*?\n)\`{3}`).exec(readme)?.[1];

describe('the README', () => {
  it('shows code that runs', () => {
    expect(shown('plugin')).toBe(readFileSync(join(import.meta.dirname, 'readme/plugin.ts'), 'utf8'));
    expect(warehouse.type).toBe('Google BigQuery');
    expect(Object.keys(labels)).toEqual(['portcullis-views']);
  });

  it('shows the current scripts', () => {
    expect(shown('script')).toBe(setup.script);
    expect(shown('removal-script')).toBe(setup.removalScript);
    expect(shown('terraform')).toBe(setup.terraform);
  });

  it('names every field of the config', () => {
    for (const { path } of configFields(definition.config)) expect(readme).toContain(`| \`${path}\` `);
  });

  it('names every permission', () => {
    const [, table = ''] = readme.split('## Privileges');
    const [listed = ''] = table.split(/\n## |<!-- privileges/);
    const named = [...listed.matchAll(/^\| (`[^|]*?) +\|/gm)].flatMap(([, cell = '']) => {
      const [first = '', ...more] = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      return [first, ...more.map((name) => (name.startsWith('.') ? first.replace(/\.\w+$/, name) : name))];
    });
    expect(named.toSorted()).toEqual(setup.permissions.toSorted());
  });

  it('names every test, in order', () => {
    const context = { mode: 'manual', facts: {}, mark: (key: string) => key, options: {} } as const;
    const objects: readonly ManagedObject[] = definition.objects(definition.samples[0], context);
    const derived = objects.flatMap(({ absentTest, presentTest }) => [absentTest?.name ?? [], presentTest?.name ?? []]);
    const [, table = ''] = readme.split('## Validation tests');
    const [rows = ''] = table.split('\n## ');
    const listed = [...rows.matchAll(/^\| (?!test |-)([^|]+?) +\|/gm)].map(([, name]) => name);
    expect(listed).toEqual([...definition.tests.map(({ name }) => name), ...derived.flat()]);
  });
});
