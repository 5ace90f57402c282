import { describe, expect, it } from 'vitest';
import { CORE_ROOMS, findArrowsUp } from './core-rooms.ts';
import { findImportCycles } from './import-cycles.ts';
import { parseSourceFile } from './source-file.ts';

const file = (path: string, text: string) => parseSourceFile(`packages/core/src/${path}`, text);

describe('the rooms of the core', () => {
  it('name each folder once', () => {
    const folders = CORE_ROOMS.flat();
    expect(new Set(folders).size).toBe(folders.length);
  });

  it('let a file import from a room below it and from its own', () => {
    const text = "import { a } from '../../kernel/errors/a.ts';\nimport type { B } from './b.ts';";
    expect(findArrowsUp([file('integrations/create/c.ts', text)])).toEqual([]);
  });

  it.each([
    ['another floor', 'changes/plan/a.ts', "import type { B } from '../../integrations/context/b.ts';"],
    ['a room of the same floor', 'delivery/catalogue/a.ts', "export { b } from '../publish/b.ts';"],
    ['the top', 'ports/a.ts', "export const a = () => import('../index.ts');"],
  ])('refuse an import from a room above: %s', (_name, path, text) => {
    expect(findArrowsUp([file(path, text)])).toEqual([expect.stringContaining('stands above it')]);
  });

  it('refuse a folder that is in no row', () => {
    expect(findArrowsUp([file('helpers/a.ts', '')])).toEqual([expect.stringContaining('add helpers to the table')]);
  });
});

describe('findImportCycles', () => {
  it('finds circles by types, too', () => {
    const a = file('kernel/time/a.ts', "import type { B } from './b.ts';");
    const b = file('kernel/time/b.ts', "import { c } from './c.ts';");
    const c = file('kernel/time/c.ts', "import { a } from './a.ts';");
    expect(findImportCycles([a, b, c])).toEqual([[a.path, b.path, c.path]]);
  });

  it('lets several files import one', () => {
    const a = file('kernel/time/a.ts', "import { b } from './b.ts';\nimport { c } from './c.ts';");
    const b = file('kernel/time/b.ts', "import { c } from './c.ts';");
    expect(findImportCycles([a, b, file('kernel/time/c.ts', '')])).toEqual([]);
  });
});
