import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pluginVersions, withVersion } from './write-plugin-versions.ts';

const root = join(import.meta.dirname, '..');
const declared = "/** What it is. */\nexport const VERSION = '0.1.0';\n";

describe('the version of a plugin', () => {
  it('is the version of its package', () => {
    expect(withVersion(declared, '1.2.3-next.0')).toBe(declared.replace('0.1.0', '1.2.3-next.0'));
  });

  it('does not change before the first release', () => {
    expect(withVersion(declared, '0.0.0')).toBe(declared);
  });

  it('must be declared in the expected place', () => {
    expect(() => withVersion('export const RELEASE = 1;', '1.0.0')).toThrow('has no line');
  });

  it.each(pluginVersions(root))('is written in $path: run `pnpm version-packages` to release', ({ path, version }) => {
    const text = readFileSync(join(root, path), 'utf8');
    expect(text).toBe(withVersion(text, version));
  });
});
