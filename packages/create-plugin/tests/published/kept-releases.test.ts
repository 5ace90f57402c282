import { expect, it } from 'vitest';
import { keptReleases, releasesToRemove } from './kept-releases.ts';

it('there is at least one kept release', () => {
  expect(keptReleases().length).toBeGreaterThan(0);
});

it.each([
  { case: 'the state before the first release', kept: ['0.0.0'], removed: [] },
  { case: 'the first release', kept: ['0.0.0', '0.1.0'], removed: ['0.0.0'] },
  { case: 'a second release', kept: ['0.1.0', '0.2.0'], removed: [] },
  { case: 'a later release', kept: ['0.1.0', '0.9.0', '0.10.0'], removed: ['0.9.0'] },
])('after $case, those between the first and the last are removed', ({ kept, removed }) => {
  expect(releasesToRemove(kept)).toEqual(removed);
});
