import { describe, expect, it } from 'vitest';
import { findForbiddenEdges } from './import-edges.ts';
import { parseSourceFile } from './source-file.ts';
import type { Manifest } from './workspace.ts';

/** Returns the problems of a package with one file of the given text. */
function problems(folder: string, text: string, manifest: Partial<Manifest> = {}, file = 'src/index.ts'): string[] {
  const files = [parseSourceFile(`${folder}/${file}`, text)];
  return findForbiddenEdges({ folder, manifest: { name: '@portcullis/self', ...manifest }, files });
}

describe('imports between layers', () => {
  it.each([
    ['packages/core', '@portcullis/plugin-api'],
    ['packages/http', '@portcullis/core'],
    ['packages/store-sql', '@portcullis/core/ports'],
    ['packages/queue-pg-boss', '@portcullis/core/ports'],
    ['packages/testing', '@portcullis/plugin-api'],
    ['plugins/trino', '@portcullis/plugin-api'],
    ['examples/koa-server', '@portcullis/plugin-trino'],
  ])('lets %s import %s', (folder, imported) => {
    expect(problems(folder, `import { a } from '${imported}';`)).toEqual([]);
  });

  it.each([
    ['plugins/redshift', '@portcullis/core'],
    ['packages/core', '@portcullis/plugin-redshift'],
    ['packages/core', '@portcullis/http'],
    ['packages/core', '@portcullis/testing'],
    ['packages/http', '@portcullis/store-sql'],
    ['packages/store-sql', '@portcullis/core'],
    ['packages/queue-bullmq', '@portcullis/core'],
    ['packages/plugin-api', '@portcullis/core'],
    ['packages/testing', '@portcullis/http'],
    ['plugins/trino', '@portcullis/plugin-redshift'],
  ])('does not let %s import %s, in any form', (folder, imported) => {
    const forms = [
      `import { a } from '${imported}';`,
      `import type { A } from '${imported}';`,
      `import '${imported}';`,
      `export { a } from '${imported}/deep';`,
      `export const a = () => import('${imported}');`,
      `export type A = import('${imported}').A;`,
    ];
    for (const form of forms) expect(problems(folder, form)).toEqual([expect.stringContaining(`imports ${imported}`)]);
  });

  it('lets tests use the testing package, but a plugin not the core', () => {
    const inTest = (imported: string) =>
      problems('plugins/trino', `import { a } from '${imported}';`, {}, 'src/trino.test.ts');
    expect(inTest('@portcullis/testing')).toEqual([]);
    expect(inTest('@portcullis/core')).toHaveLength(1);
  });

  it('lets the console import only the types of http', () => {
    expect(problems('packages/console', "import type { A } from '@portcullis/http';")).toEqual([]);
    expect(problems('packages/console', "import { type A } from '@portcullis/http';")).toEqual([
      expect.stringContaining('write "import type"'),
    ]);
  });

  it('require a layer for every package', () => {
    expect(problems('packages/unheard-of', '')).toEqual([expect.stringContaining('add it to the table')]);
  });
});

describe('relative imports', () => {
  it('stay inside the package', () => {
    expect(problems('plugins/trino', "import { a } from '../../../packages/core/src/index.ts';")).toEqual([
      expect.stringContaining('import that package by its name'),
    ]);
  });

  it.each(['./other', './other.js'])('name the source file, not %s', (specifier) => {
    expect(problems('plugins/trino', `import { a } from '${specifier}';`)).toEqual([
      expect.stringContaining('with its .ts extension'),
    ]);
  });
});

describe('dependencies', () => {
  it.each(['dependencies', 'peerDependencies', 'optionalDependencies', 'devDependencies'])(
    'of a plugin do not include the core in its %s',
    (field) => {
      const manifest = { [field]: { '@portcullis/core': 'workspace:^' } };
      expect(problems('plugins/redshift', '', manifest)).toEqual([
        expect.stringContaining('plugins/redshift/package.json depends on @portcullis/core'),
      ]);
    },
  );

  it('include the testing package in devDependencies only', () => {
    const testing = { '@portcullis/testing': 'workspace:^' };
    expect(problems('plugins/redshift', '', { devDependencies: testing })).toEqual([]);
    expect(problems('plugins/redshift', '', { dependencies: testing })).toHaveLength(1);
  });
});
