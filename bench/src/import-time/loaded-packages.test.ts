import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BENCH_FOLDER, loadedPackages } from './loaded-packages.ts';
import { IMPORT_SUBJECTS, type ImportSubject, ON_FIRST_USE } from './subjects.ts';

describe('loadedPackages', () => {
  it('lists the imports of an ES module and of a CommonJS module', () => {
    expect(loadedPackages(['undici'], 'source')).toEqual(['undici']);
    expect(loadedPackages(['express'], 'source')).toEqual(expect.arrayContaining(['express', 'body-parser', 'qs']));
  });

  it('reports the error if the import fails', () => {
    expect(() => loadedPackages(['@portcullis/nothing'], 'source')).toThrow(/nothing.*ERR_MODULE_NOT_FOUND/s);
  });
});

// Each test starts a process that reads several hundred files, which takes long on a busy machine.
describe('importing', () => {
  it.each(IMPORT_SUBJECTS)('$name loads no driver, no transport and no framework', ({ specifiers, mayLoad }) => {
    const loaded = loadedPackages(specifiers, 'source');
    expect(loaded.filter((name) => ON_FIRST_USE.includes(name))).toEqual([]);
    if (mayLoad) expect(mayLoad).toEqual(expect.arrayContaining([...loaded]));
  });

  it('is measured for every plugin, and plugins load only zod', () => {
    const plugins = globSync('plugins/*', { cwd: join(BENCH_FOLDER, '..') });
    const isWatched = ({ name, mayLoad }: ImportSubject) => name.includes('/plugin-') && mayLoad?.join() === 'zod';
    const watched = IMPORT_SUBJECTS.filter(isWatched).map(({ name }) => name);
    expect(watched.toSorted()).toEqual(
      plugins.toSorted().map((folder) => folder.replace('plugins/', '@portcullis/plugin-')),
    );
  });
});

describe('the first delivery', () => {
  it('loads undici, which is not loaded before', () => {
    const program = join(import.meta.dirname, 'first-delivery.ts');
    const parameters = ['--conditions=source', program];
    const { stdout, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({ before: false, after: true });
  });
});
