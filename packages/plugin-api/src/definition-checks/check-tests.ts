import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { checkOneOf, checkSlug, checkUnique, type Issues, issueIf } from './issues.ts';

/**
 * Checks that tests have unique ids and names, depend on earlier tests, run on existing stages, and that gates are
 * mandatory.
 */
export function checkTests({ stages, tests }: AnyPluginDefinition): Issues {
  const stageIds = stages.map((stage) => stage.id);
  return tests.flatMap((test, index): Issues => {
    const path = `tests[${index}]`;
    const earlier = tests.slice(0, index);
    const earlierIds = earlier.map(({ id }) => id);
    const earlierNames = earlier.map(({ name }) => name);
    const neverRuns = test.operations.length === 0 || test.modes.length === 0;
    return [
      ...checkSlug(`${path}.id`, test.id),
      ...checkUnique(`${path}.id`, test.id, earlierIds, 'Give each test its own id.'),
      ...checkUnique(
        `${path}.name`,
        test.name,
        earlierNames,
        'Give each test its own name: results are identified by it.',
      ),
      ...(test.dependsOn ?? []).flatMap((id) =>
        checkOneOf(`${path}.dependsOn`, id, earlierIds, 'a test that precedes this one'),
      ),
      ...(test.on ? checkOneOf(`${path}.on.stage`, test.on.stage, stageIds, 'a stage') : []),
      ...issueIf(
        test.phase === 'gate' && !test.mandatory,
        `${path}.mandatory`,
        'is false for a gate.',
        'A gate decides whether the rest can run: set mandatory to true.',
      ),
      ...issueIf(
        test.deadlineMs !== undefined && !(test.deadlineMs > 0),
        `${path}.deadlineMs`,
        `${test.deadlineMs} is not a duration.`,
        'Use milliseconds above 0, or leave it out.',
      ),
      ...issueIf(neverRuns, path, 'never runs.', 'Name at least one operation and one mode.'),
    ];
  });
}
