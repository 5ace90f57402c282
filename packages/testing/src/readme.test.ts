import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLUGIN_CASES } from './plugin-kit/plugin-case-names.ts';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

describe('the README', () => {
  it('shows a conformance test that runs in this package', () => {
    const [, block] = /```ts\n([\s\S]*?)\n```/.exec(readme) ?? [];
    expect(block).toBe(readFileSync(join(root, 'tests/readme/conformance.integration.test.ts'), 'utf8').trimEnd());
  });

  it('lists every case of the kit', () => {
    for (const [id, name] of Object.entries(PLUGIN_CASES))
      expect(readme.replaceAll(/ +/g, ' ')).toContain(`| \`${id}\` | ${name} |`);
  });
});
