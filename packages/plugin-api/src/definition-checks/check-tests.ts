import type { DefinitionIssue } from '../errors/plugin-definition-error.ts';
import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { SLUG } from './check-identity.ts';

/** Tests have unique ids and names, point at earlier tests and existing stages, and gates are mandatory. */
export function checkTests(definition: AnyPluginDefinition): readonly DefinitionIssue[] {
  const stages = definition.stages.map((stage) => stage.id);
  const seen = new Set<string>();
  return definition.tests.flatMap((test, index): DefinitionIssue[] => {
    const path = `tests[${index}]`;
    const issues: DefinitionIssue[] = [];
    if (!SLUG.test(test.id))
      issues.push({
        path: `${path}.id`,
        problem: `"${test.id}" is not kebab-case.`,
        fix: 'Use lower-case letters, digits and hyphens.',
      });
    if (seen.has(test.id))
      issues.push({ path: `${path}.id`, problem: `"${test.id}" occurs twice.`, fix: 'Give each test its own id.' });
    for (const dependency of test.dependsOn ?? []) {
      if (!seen.has(dependency))
        issues.push({
          path: `${path}.dependsOn`,
          problem: `"${dependency}" is not an earlier test.`,
          fix: 'Name the id of a test that stands before this one.',
        });
    }
    if (test.on && !stages.includes(test.on.stage))
      issues.push({
        path: `${path}.on.stage`,
        problem: `"${test.on.stage}" is not a stage.`,
        fix: `Use one of: ${stages.join(', ')}.`,
      });
    if (test.phase === 'gate' && !test.mandatory)
      issues.push({
        path: `${path}.mandatory`,
        problem: 'is false for a gate.',
        fix: 'A gate decides whether the rest can run: set mandatory to true.',
      });
    if (test.operations.length === 0 || test.modes.length === 0)
      issues.push({ path, problem: 'never runs.', fix: 'Name at least one operation and one mode.' });
    seen.add(test.id);
    return issues;
  });
}
