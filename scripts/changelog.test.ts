import { expect, it } from 'vitest';
import { createChangelog } from './changelog.ts';

type Changeset = Parameters<ReturnType<typeof createChangelog>['getReleaseLine']>[0];

const changeset = (id: string, ...names: readonly string[]): Changeset => ({
  id,
  summary: `The text of ${id}.`,
  releases: names.map((name) => ({ name, type: 'minor' })),
  commit: undefined,
});
const line = (first: readonly string[], of: Changeset) => createChangelog(first).getReleaseLine(of, 'minor', {});

it('describes the package in a first release, not its earlier changes', async () => {
  const first = ['first-release-core', 'first-release-http'];
  expect(await line(first, changeset('first-release-core', '@portcullis/core'))).toContain('first-release-core.');
  expect(await line(first, changeset('a-repair', '@portcullis/core', '@portcullis/http'))).toBe('');
  expect(await createChangelog(first).getDependencyReleaseLine([changeset('a', 'b')], [], {})).toBe('');
});

it('lists every change of released packages', async () => {
  const change = changeset('a-repair', '@portcullis/core');
  expect(await line([], change)).toContain('The text of a-repair.');
  expect(await line(['first-release-new'], change)).toContain('The text of a-repair.');
});
