import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configFields, definitionOf, type ManagedObject } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { s3 } from '../src/index.ts';
import { NEEDED_ACTIONS } from '../src/permissions/needed-actions.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const definition = definitionOf(s3());

describe('the README', () => {
  it('shows code that runs', async () => {
    const [, block] = /<!-- plugin -->\n```ts\n([\s\S]*?)\n```/.exec(readme) ?? [];
    expect(block).toBe(readFileSync(join(import.meta.dirname, 'readme/plugin.ts'), 'utf8').trimEnd());
    const { lake, setup } = await import('./readme/plugin.ts');
    expect(lake.type).toBe('Native S3');
    expect(setup.terraform).toContain('aws_iam_user');
  });

  it('names every field of the config', () => {
    for (const { path } of configFields(definition.config)) expect(readme).toContain(`| \`${path}\` `);
  });

  it('names every test, in order', () => {
    const context = { mode: 'manual', facts: {}, mark: (key: string) => key, options: {} } as const;
    const objects: readonly ManagedObject[] = definition.objects(definition.samples[0], context);
    const derived = objects.flatMap(({ absentTest }) => (absentTest ? [absentTest.name] : []));
    const declared = definition.tests.map(({ name }) => name);
    const listed = [...readme.matchAll(/^\| ([^|`]+) \| (?:create|always|recurring)/gm)].map(([, name]) =>
      name?.trim(),
    );
    expect(listed.filter((name) => !derived.includes(name ?? ''))).toEqual(declared);
    for (const name of derived) expect(listed).toContain(name);
  });

  it('names every action', () => {
    for (const { action } of NEEDED_ACTIONS) expect(readme).toContain(`\`${action}\``);
  });
});
