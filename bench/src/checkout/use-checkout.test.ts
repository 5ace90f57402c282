import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeCheckout, PRESENT_FOLDER, parametersFor, problemOf } from './checkout.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'checkout-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Returns the path at which the program of a contender finds a package. */
function resolveIn(checkout: string, specifier: string): string {
  const program = join(import.meta.dirname, '../webhooks/contenders/resolve.mjs');
  const code = `console.log(import.meta.resolve(${JSON.stringify(specifier)}))`;
  const parameters = [...parametersFor({ folder: checkout }), '--conditions=source', '--input-type=module'];
  const { stdout, stderr } = spawnSync(process.execPath, [...parameters, '--eval', code], {
    cwd: dirname(program),
    encoding: 'utf8',
  });
  return stdout.trim() || stderr;
}

describe('the packages of another checkout', () => {
  it('replace those of this one in the programs of the benchmarks', () => {
    write('bench/package.json', '{}');
    const manifest = { name: '@portcullis/core', type: 'module', exports: { '.': { source: './src/index.ts' } } };
    write('bench/node_modules/@portcullis/core/package.json', JSON.stringify(manifest));
    write('bench/node_modules/@portcullis/core/src/index.ts', '');
    expect(resolveIn(folder, '@portcullis/core')).toContain(
      `${folder}/bench/node_modules/@portcullis/core/src/index.ts`,
    );
  });

  it('are the own packages if the other checkout is this one', () => {
    expect(resolveIn(PRESENT_FOLDER, '@portcullis/core')).toContain(`${PRESENT_FOLDER}/packages/core/src/index.ts`);
  });

  it('leave other packages where they are', () => {
    write('bench/node_modules/undici/package.json', '{"name":"undici","exports":"./index.js"}');
    expect(resolveIn(folder, 'undici')).toContain(PRESENT_FOLDER);
  });
});

describe('a checkout', () => {
  it('is described by its commit', () => {
    expect(describeCheckout(PRESENT_FOLDER).description).toMatch(/^[0-9a-f]{7,} /);
  });

  it('can be measured', () => {
    expect(problemOf(PRESENT_FOLDER)).toBeUndefined();
  });

  it('cannot be measured if the folder has other content', () => {
    expect(problemOf(folder)).toBe(`${folder} is not a checkout of this repository.`);
  });

  it('cannot be measured without installed packages', () => {
    write('bench/package.json', '{}');
    expect(problemOf(folder)).toBe(`${folder} has no installed packages. Run pnpm install in it.`);
  });
});
