import { dirname, join } from 'node:path';
import type { ModuleTests, SweptTest } from './messages.ts';
import type { Mutant } from './mutant.ts';

const root = join(import.meta.dirname, '../..');

/** The processor time of the tests for one mutant. */
const MAX_MS = 20_000;

/**
 * Returns the tests that reach a mutant and have not been run with it, by file: first the files next to the mutant's,
 * then nearby ones, then the others, and quick ones before slow ones. Their total time is at most 20 seconds.
 */
export function orderTests(
  { id, file }: Pick<Mutant, 'file' | 'id'>,
  tests: readonly SweptTest[],
): readonly ModuleTests[] {
  const untried = tests.filter(
    ({ reached, atLoad, passed }) => (reached.includes(id) || atLoad.includes(id)) && !passed.includes(id),
  );
  const place = dirname(join(root, file));
  let total = 0;
  return [...Map.groupBy(untried, ({ module }) => module)]
    .map(([module, own]) => ({
      module,
      ids: own.map((test) => test.id),
      distance: distanceOf(place, dirname(module)),
      milliseconds: own.reduce((sum, test) => sum + test.milliseconds, 0),
    }))
    .toSorted((left, right) => left.distance - right.distance || left.milliseconds - right.milliseconds)
    .filter(({ milliseconds }) => {
      total += milliseconds;
      return total - milliseconds < MAX_MS;
    })
    .map(({ module, ids }) => ({ module, ids }));
}

/** The number of levels from one path up to a common folder. Three and more count as far. */
function distanceOf(from: string, to: string): number {
  let distance = 0;
  for (let place = from; distance < 3 && !`${to}/`.startsWith(`${place}/`); place = dirname(place)) distance += 1;
  return distance;
}
