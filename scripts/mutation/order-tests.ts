import { dirname, join } from 'node:path';
import type { ModuleTests, SurveyedTest } from './messages.ts';
import type { Mutant } from './mutant.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Returns the tests that reach a mutant, by file: the files beside the mutant's first, then those nearby, then the others, and the quick ones
 * before the slow ones.
 */
export function orderTests(
  { id, file }: Pick<Mutant, 'file' | 'id'>,
  tests: readonly SurveyedTest[],
): readonly ModuleTests[] {
  const reaching = tests.filter(({ reached, atLoad }) => reached.includes(id) || atLoad.includes(id));
  const place = dirname(join(root, file));
  return [...Map.groupBy(reaching, ({ module }) => module)]
    .map(([module, own]) => ({
      module,
      ids: own.map((test) => test.id),
      distance: distanceOf(place, dirname(module)),
      milliseconds: own.reduce((sum, test) => sum + test.milliseconds, 0),
    }))
    .toSorted((left, right) => left.distance - right.distance || left.milliseconds - right.milliseconds)
    .map(({ module, ids }) => ({ module, ids }));
}

/** The folders to climb from the one place until the other is below; three and more count as far. */
function distanceOf(from: string, to: string): number {
  let distance = 0;
  for (let place = from; distance < 3 && !`${to}/`.startsWith(`${place}/`); place = dirname(place)) distance += 1;
  return distance;
}
