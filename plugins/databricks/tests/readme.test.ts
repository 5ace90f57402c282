import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configFields } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { definition } from './support/scripts.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

describe('the README', () => {
  it('shows code that runs', async () => {
    const [, block] = /<!-- plugin -->\n```ts\n([\s\S]*?)\n```/.exec(readme) ?? [];
    expect(block).toBe(readFileSync(join(import.meta.dirname, 'readme/plugin.ts'), 'utf8').trimEnd());
    const { workspace, local } = await import('./readme/plugin.ts');
    expect(workspace.type).toBe('Databricks');
    expect(local.type).toBe('Databricks');
  });

  it('names every field of the config, and the fields that PUT cannot change', () => {
    for (const { path } of configFields(definition.config)) expect(readme).toContain(`| \`${path}\` `);
    const sentence = `PUT can change everything except ${definition.immutable.map((path: string) => `\`${path}\``).join(', ')}.`;
    expect(sentence.replace(/, (`[^`]*`\.)$/, ' and $1')).toBe(/^PUT can.*$/m.exec(readme)?.[0]);
  });

  it('names every test', () => {
    for (const test of definition.tests) expect(readme).toContain(`| ${test.name} `);
  });

  it('quotes the current scripts', () => {
    const golden = readFileSync(join(import.meta.dirname, 'golden/base-client.create.sql'), 'utf8');
    const [, excerpt = ''] = /```sql\n([\s\S]*?)\n```/.exec(readme) ?? [];
    const pieces = excerpt.split(/\n|…/).map((piece) => piece.trim());
    expect(pieces.length).toBeGreaterThan(6);
    for (const piece of pieces) expect(golden).toContain(piece);
  });
});
