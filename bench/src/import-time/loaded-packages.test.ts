import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BENCH_FOLDER, loadedPackages } from './loaded-packages.ts';
import { IMPORT_SUBJECTS, ON_FIRST_USE } from './subjects.ts';

describe('loadedPackages', () => {
  it('sees what an ES module imports and what a CommonJS module requires', () => {
    expect(loadedPackages('undici', 'source')).toEqual(['undici']);
    expect(loadedPackages('express', 'source')).toEqual(expect.arrayContaining(['express', 'body-parser', 'qs']));
  });

  it('says what is wrong when the import fails', () => {
    expect(() => loadedPackages('@portcullis/nothing', 'source')).toThrow(/nothing.*ERR_MODULE_NOT_FOUND/s);
  });
});

describe('importing', () => {
  it.each(IMPORT_SUBJECTS)('$specifier loads no driver, no transport and no framework', ({ specifier, mayLoad }) => {
    const loaded = loadedPackages(specifier, 'source');
    expect(loaded.filter((name) => ON_FIRST_USE.includes(name))).toEqual([]);
    if (mayLoad) expect(mayLoad).toEqual(expect.arrayContaining([...loaded]));
  });

  it('is watched for every plugin there is, and plugins load nothing but zod', () => {
    const plugins = globSync('plugins/*', { cwd: join(BENCH_FOLDER, '..') });
    const watched = IMPORT_SUBJECTS.filter(({ mayLoad }) => mayLoad?.join() === 'zod').map(({ folder }) => folder);
    expect(watched).toEqual(expect.arrayContaining(plugins));
  });
});
