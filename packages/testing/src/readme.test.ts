import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLUGIN_CASES } from './plugin-kit/plugin-case-names.ts';
import { REAL_CASES } from './real-kit/real-case-names.ts';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

describe('the README', () => {
  it('shows a conformance test that runs in this package', () => {
    const [, block] = /```ts\n([\s\S]*?)\n```/.exec(readme) ?? [];
    expect(block).toBe(readFileSync(join(root, 'tests/readme/conformance.integration.test.ts'), 'utf8').trimEnd());
  });

  it.each([
    ['the kit', PLUGIN_CASES],
    ['the kit for real platforms', REAL_CASES],
  ])('lists every case of %s', (_kit, cases) => {
    for (const [id, name] of Object.entries(cases))
      expect(readme.replaceAll(/ +/g, ' ')).toContain(`| \`${id}\` | ${name} |`);
  });
});
