import { expect, it } from 'vitest';
import { parseSourceFile } from './source-file.ts';
import { findUnlistedReach } from './tenant-modules.ts';

const withText = (path: string, text: string) => [parseSourceFile(`packages/core/src/${path}`, text)];
const problemsIn = (path: string, text: string) =>
  findUnlistedReach(withText(path, text)).filter((problem) => !problem.includes('need not be listed'));

it('a module for one tenant that reaches rows of others is reported', () => {
  expect(
    problemsIn('delivery/api/list.ts', 'export const all = (store) => store.allTenants.find("webhooks");'),
  ).toEqual([expect.stringContaining('packages/core/src/delivery/api/list.ts reaches rows of all tenants')]);
  expect(problemsIn('delivery/api/list.ts', 'export const other = (store) => store.scoped("other");')).toHaveLength(1);
});

it('a listed module may reach them, and a comment does not count', () => {
  expect(problemsIn('delivery/claim/claim.ts', 'export const all = (store) => store.allTenants;')).toEqual([]);
  expect(problemsIn('delivery/api/list.ts', '// store.allTenants\nexport const one = 1;')).toEqual([]);
});
