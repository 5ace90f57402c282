import type { DefinitionIssue } from '../errors/plugin-definition-error.ts';
import type { AnyPluginDefinition } from '../plugin-definition.ts';

/** kebab-case: what ids of plugins, stages, tests and objects look like. */
export const SLUG = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const SEMANTIC_VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

/** `apiVersion`, `type`, `id` and `version` are well-formed. */
export function checkIdentity(definition: AnyPluginDefinition): readonly DefinitionIssue[] {
  const issues: DefinitionIssue[] = [];
  if (!Number.isInteger(definition.apiVersion)) {
    issues.push({ path: 'apiVersion', problem: 'is missing.', fix: 'Write `apiVersion: 1`.' });
  }
  if (typeof definition.type !== 'string' || definition.type.trim() !== definition.type || definition.type === '') {
    issues.push({
      path: 'type',
      problem: 'is not a name.',
      fix: 'Give the value of `type` on the wire, such as "Redshift".',
    });
  }
  if (!SLUG.test(definition.id ?? '')) {
    issues.push({
      path: 'id',
      problem: `"${definition.id}" is not kebab-case.`,
      fix: 'Use lower-case letters, digits and single hyphens.',
    });
  }
  if (!SEMANTIC_VERSION.test(definition.version ?? '')) {
    issues.push({
      path: 'version',
      problem: `"${definition.version}" is not a semantic version.`,
      fix: 'Use the version of the package, such as "1.0.0".',
    });
  }
  return issues;
}
