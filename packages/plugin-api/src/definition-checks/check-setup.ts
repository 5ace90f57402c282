import type { DefinitionIssue } from '../errors/plugin-definition-error.ts';
import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { SLUG } from './check-identity.ts';

/** Stages, connections and bootstrap agree with one another. */
export function checkSetup(definition: AnyPluginDefinition): readonly DefinitionIssue[] {
  const issues: DefinitionIssue[] = [];
  const ids = definition.stages.map((stage) => stage.id);
  for (const [index, id] of ids.entries()) {
    if (!SLUG.test(id))
      issues.push({
        path: `stages[${index}].id`,
        problem: `"${id}" is not kebab-case.`,
        fix: 'Use lower-case letters, digits and hyphens.',
      });
    if (ids.indexOf(id) !== index)
      issues.push({
        path: `stages[${index}].id`,
        problem: `"${id}" occurs twice.`,
        fix: 'Give each stage its own id.',
      });
  }
  if (definition.stages.length > 0 && !definition.connect) {
    issues.push({
      path: 'connect',
      problem: 'is missing although there are stages.',
      fix: 'Add connect(), which opens a session on a stage.',
    });
  }
  if (definition.connect && !definition.observe) {
    issues.push({
      path: 'observe',
      problem: 'is missing although the plugin connects.',
      fix: 'Add observe(): removal and undo must know what is ours.',
    });
  }
  if (definition.bootstrap === 'none' && !definition.clientSetup) {
    issues.push({
      path: 'clientSetup',
      problem: "is missing although bootstrap is 'none'.",
      fix: 'Say what a person puts on the platform, or choose another bootstrap.',
    });
  }
  if (definition.bootstrap === 'automatic-or-manual' && !definition.ownCredential && !definition.credentials) {
    issues.push({
      path: 'credentials',
      problem: 'is missing: DELETE of an automatic integration needs credentials.',
      fix: 'Add the schema of its body, or set ownCredential.',
    });
  }
  if (definition.credentials && !(definition.privileged ?? []).length) {
    issues.push({
      path: 'privileged',
      problem: 'is empty although there are privileged credentials.',
      fix: 'List the config paths that must never be stored in automatic mode.',
    });
  }
  return issues;
}
