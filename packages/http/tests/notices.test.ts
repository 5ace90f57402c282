import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const fileOf = (path: string) => readFileSync(join(root, path), 'utf8').replaceAll('\r', '');

it('the package contains the licences of the bundled code', () => {
  const { scripts, files } = JSON.parse(fileOf('package.json'));
  const inlined = [...scripts.build.matchAll(/--inline=(\S+)/g)].map(([, name]) => name);
  expect(inlined).toEqual(['jsonc-parser']);
  expect(files).toContain('THIRD-PARTY-NOTICES.md');
  for (const name of inlined) {
    expect(fileOf('THIRD-PARTY-NOTICES.md')).toContain(fileOf(`node_modules/${name}/LICENSE.md`).trim());
  }
});
