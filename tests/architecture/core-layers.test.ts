import { describe, expect, it } from 'vitest';
import { CORE_LAYERS, findUpwardImports } from './core-layers.ts';
import { findImportCycles } from './import-cycles.ts';
import { parseSourceFile } from './source-file.ts';

const file = (path: string, text: string) => parseSourceFile(`packages/core/src/${path}`, text);

describe('the folders of the core', () => {
  it('name each folder once', () => {
    const folders = CORE_LAYERS.flat();
    expect(new Set(folders).size).toBe(folders.length);
  });

  it('permit imports from lower folders and from the same folder', () => {
    const text = "import { a } from '../../kernel/errors/a.ts';\nimport type { B } from './b.ts';";
    expect(findUpwardImports([file('integrations/create/c.ts', text)])).toEqual([]);
  });

  it.each([
    ['another layer', 'changes/plan/a.ts', "import type { B } from '../../integrations/context/b.ts';"],
    ['a folder of the same layer', 'delivery/catalogue/a.ts', "export { b } from '../publish/b.ts';"],
    ['the top', 'ports/a.ts', "export const a = () => import('../index.ts');"],
  ])('reject an import from a higher layer: %s', (_name, path, text) => {
    expect(findUpwardImports([file(path, text)])).toEqual([expect.stringContaining('in a higher layer')]);
  });

  it('reject a folder that is missing in the table', () => {
    expect(findUpwardImports([file('helpers/a.ts', '')])).toEqual([
      expect.stringContaining('add helpers to the table'),
    ]);
  });
});

describe('findImportCycles', () => {
  it('finds cycles of type imports', () => {
    const a = file('kernel/time/a.ts', "import type { B } from './b.ts';");
    const b = file('kernel/time/b.ts', "import { c } from './c.ts';");
    const c = file('kernel/time/c.ts', "import { a } from './a.ts';");
    expect(findImportCycles([a, b, c])).toEqual([[a.path, b.path, c.path]]);
  });

  it('permits several imports of one file', () => {
    const a = file('kernel/time/a.ts', "import { b } from './b.ts';\nimport { c } from './c.ts';");
    const b = file('kernel/time/b.ts', "import { c } from './c.ts';");
    expect(findImportCycles([a, b, file('kernel/time/c.ts', '')])).toEqual([]);
  });
});
