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
    const { pool, local } = await import('./readme/plugin.ts');
    expect(pool.type).toBe('Azure Synapse Analytics');
    expect(local.type).toBe('Azure Synapse Analytics');
  });

  it('names every field of the config, and the fields that PUT cannot change', () => {
    const paths = configFields(definition.config).map(({ path }) => path);
    for (const path of paths) expect(readme).toContain(`| \`${path}\` `);
    const named = definition.immutable.map((path: string) => `\`${path}\``);
    const sentence = `PUT can change everything except ${named.slice(0, -1).join(', ')} and ${named.at(-1)}.`;
    expect(readme).toContain(sentence);
  });

  it('names every test', () => {
    for (const test of definition.tests) expect(readme).toContain(`| ${test.name} `);
  });

  it('quotes the current scripts', () => {
    const golden = readFileSync(join(import.meta.dirname, 'golden/everything.create.sql'), 'utf8');
    const [, excerpt = ''] = /```sql\n([\s\S]*?)\n```/.exec(readme) ?? [];
    const pieces = excerpt.split(/\n|…/).map((piece) => piece.trim());
    expect(pieces.length).toBeGreaterThan(10);
    for (const piece of pieces) expect(golden).toContain(piece);
  });
});
