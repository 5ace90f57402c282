import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configFields, definitionOf, type ManagedObject } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { redshift } from '../src/index.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const definition = definitionOf(redshift());

describe('the README', () => {
  it('shows code that runs', async () => {
    const [, block] = /<!-- plugin -->\n```ts\n([\s\S]*?)\n```/.exec(readme) ?? [];
    expect(block).toBe(readFileSync(join(import.meta.dirname, 'readme/plugin.ts'), 'utf8').trimEnd());
    const { warehouse, local } = await import('./readme/plugin.ts');
    expect(warehouse.type).toBe('Redshift');
    expect(local.type).toBe('Redshift');
  });

  it('names every field of the config, and the fields that PUT cannot change', () => {
    const fields = configFields(definition.config).map((field) => field.path);
    for (const path of fields) expect(readme).toContain(`| \`${path}\` `);
    const sentence = `PUT can change everything except ${definition.immutable.map((path: string) => `\`${path}\``).join(', ')}.`;
    expect(sentence.replace(/, (`[^`]*`\.)$/, ' and $1')).toBe(/^PUT can change everything.*$/m.exec(readme)?.[0]);
  });

  it('names every test', () => {
    for (const test of definition.tests) expect(readme).toContain(`| ${test.name} `);
  });

  it('quotes the current scripts', () => {
    const golden = readFileSync(join(import.meta.dirname, 'golden/initial.sql'), 'utf8');
    const [, excerpt = ''] = /```sql\n([\s\S]*?)\n```/.exec(readme) ?? [];
    const pieces = excerpt
      .split(/\n|…/)
      .map((piece) => piece.trim())
      .filter((piece) => piece !== '');
    expect(pieces.length).toBeGreaterThan(10);
    for (const piece of pieces) expect(golden).toContain(piece);
  });

  it('states the current sizes and names', () => {
    const config = definition.config.parse(definition.samples[0]);
    const mark = (key: string) => `portcullis:instance:target:${key}`;
    const objects: readonly ManagedObject[] = definition.objects(config, {
      mode: 'automatic',
      facts: {},
      mark,
      options: {},
    });
    expect(objects.find((object) => object.kind === 'user')?.name).toBe('governance_service');
    expect(readme).toContain(
      `its password is ${definition.generatedSecrets?.servicePassword?.length} generated characters`,
    );
  });
});
