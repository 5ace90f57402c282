import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CORE_LAYERS, findUpwardImports } from './architecture/core-layers.ts';
import { findImportCycles } from './architecture/import-cycles.ts';
import { findForbiddenEdges } from './architecture/import-edges.ts';
import { findManifestProblems } from './architecture/manifest-rules.ts';
import { findBrokenRules } from './architecture/source-rules.ts';
import { findUnlistedReach } from './architecture/tenant-modules.ts';
import { readWorkspace } from './architecture/workspace.ts';

const workspace = readWorkspace(join(import.meta.dirname, '..'));

describe('the repository', () => {
  it('contains the packages and sources of the rules', () => {
    const folders = workspace.map(({ folder }) => folder);
    expect(folders).toEqual(expect.arrayContaining(['packages/core', 'packages/plugin-api', 'plugins/redshift']));
    const core = workspace.find(({ folder }) => folder === 'packages/core');
    expect(core?.files.flatMap(({ references }) => references).length).toBeGreaterThan(0);
  });
});

describe.each(workspace)('$folder', ({ folder, manifest, files }) => {
  it('imports only from the layers below it', () => {
    expect(findForbiddenEdges({ folder, manifest, files })).toEqual([]);
  });

  it('follows the rules for sources', () => {
    expect(files.flatMap(findBrokenRules)).toEqual([]);
  });

  it('has no import cycles', () => {
    const written = files.filter(({ path }) => !path.includes('/generated/'));
    expect(findImportCycles(written)).toEqual([]);
  });

  it('has a complete package.json', () => {
    expect(findManifestProblems(folder, manifest)).toEqual([]);
  });
});

describe('the core', () => {
  it('imports only from the layers below', () => {
    expect(workspace.flatMap(({ files }) => findUpwardImports(files))).toEqual([]);
  });

  it('reaches rows of several tenants only in the listed modules', () => {
    const core = workspace.find(({ folder }) => folder === 'packages/core');
    expect(findUnlistedReach(core?.files ?? [])).toEqual([]);
  });

  it('has each of its folders in the table of its README', () => {
    const readme = readFileSync(join(import.meta.dirname, '../packages/core/README.md'), 'utf8');
    const [, table = ''] = /## Source layout\n([\s\S]*?)\n## /.exec(readme) ?? [];
    const names = CORE_LAYERS.flat().filter((folder) => folder !== '.');
    expect(names.filter((folder) => !table.includes(`\`${basename(folder)}\``))).toEqual([]);
  });
});
