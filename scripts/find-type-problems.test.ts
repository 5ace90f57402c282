import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTypeProblems } from './find-type-problems.ts';

describe('the types of a packed package', () => {
  let scratch = '';
  beforeAll(() => {
    scratch = mkdtempSync(join(tmpdir(), 'portcullis-types-'));
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  /** Packs a package whose only entry point has these types, and returns the path of its tarball. */
  const pack = (name: string, types: string | undefined): string => {
    const folder = join(scratch, name);
    mkdirSync(join(folder, 'package'), { recursive: true });
    const files = {
      'package.json': JSON.stringify({
        name,
        version: '1.0.0',
        type: 'module',
        exports: { '.': { ...(types === undefined ? {} : { types }), default: './index.js' } },
      }),
      'index.js': 'export const one = 1;\n',
      'index.d.ts': 'export declare const one: 1;\n',
    };
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, 'package', file), text);
    const tarball = join(scratch, `${name}.tgz`);
    expect(spawnSync('tar', ['-czf', tarball, '-C', folder, 'package']).status).toBe(0);
    return tarball;
  };

  it('are right for compilers that know ES modules', async () => {
    expect(await findTypeProblems(pack('right', './index.d.ts'))).toEqual([]);
  });

  it('are wrong if an entry point names types that the package does not contain', async () => {
    expect((await findTypeProblems(pack('missing', './missing.d.cts'))).join()).toContain('"entrypoint":"."');
  });
});
