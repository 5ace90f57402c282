import { afterEach, expect, it, vi } from 'vitest';
import { loadSqlite } from './load-sqlite.ts';

afterEach(() => vi.restoreAllMocks());

it('suppresses the warning that the module is experimental, and no other warning', () => {
  const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const sqlite = { DatabaseSync: class {} };
  vi.spyOn(process, 'getBuiltinModule').mockImplementation(() => {
    process.emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning');
    process.emitWarning('Something else', 'ExperimentalWarning');
    return sqlite as never;
  });
  expect(loadSqlite()).toBe(sqlite);
  process.emitWarning('SQLite is an experimental feature, says the host');
  expect(warnings.mock.calls.map(([warning]) => warning)).toEqual([
    'Something else',
    'SQLite is an experimental feature, says the host',
  ]);
});
