import { readFileSync } from 'node:fs';
import { configFields, definitionOf, type ManagedObject } from '@portcullis/plugin-api';
import { expect, it } from 'vitest';
import { FAILURE_ROWS } from '../src/failures/failure-rows.ts';
import { lighthouse } from '../src/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const definition = definitionOf(lighthouse());

it('the README names every field, every test, every object and every class of failure', () => {
  const config = definition.config.parse(definition.samples[0]);
  const objects: readonly ManagedObject[] = definition.objects(config, {
    mode: 'automatic',
    facts: {},
    mark: String,
    options: {},
  });
  const names = [
    ...configFields(definition.config).map(({ path }) => `\`${path}\``),
    ...definition.tests.map(({ name }) => name),
    ...objects.map(({ key }) => `\`${key}\``),
    ...FAILURE_ROWS.map((row) => `\`${row.class}\``),
  ];
  expect([...new Set(names)].filter((name) => !readme.includes(`| ${name} `))).toEqual([]);
});
