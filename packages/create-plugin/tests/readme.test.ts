import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { USAGE } from '../src/choices/read-flags.ts';
import { PLATFORM_KINDS } from '../src/index.ts';

const folder = join(import.meta.dirname, '..');
const readme = readFileSync(join(folder, 'README.md'), 'utf8');

describe('the README', () => {
  it('shows code that compiles', () => {
    const [, block] = /```ts\n([\s\S]*?)\n```/.exec(readme) ?? [];
    expect(block).toBe(readFileSync(join(folder, 'tests/readme/scaffold.ts'), 'utf8').trimEnd());
  });

  it('has exactly the flags of the command', () => {
    const flags = (text: string) => [...new Set(text.match(/--(?:name|kind|auth|folder|package|yes)\b/g))].toSorted();
    expect(flags(readme)).toEqual(flags(USAGE));
  });

  it('names the sign-in methods of each kind, in their order', () => {
    for (const [kind, { auth }] of Object.entries(PLATFORM_KINDS)) {
      expect(readme).toMatch(
        new RegExp(`^\\| \`${kind}\` .*\\| ${auth.map((each) => `\`${each}\``).join(', ')} +\\|$`, 'm'),
      );
      expect(USAGE.replaceAll(/\s+/g, ' ')).toContain(`${kind}: ${auth.join(', ')}`);
    }
  });
});
