import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { type Issues, issue, issueIf } from './issues.ts';

/** The fields that a plugin written in JavaScript may have omitted: the field, its required form, and the message. */
const REQUIRED: readonly (readonly [keyof AnyPluginDefinition, string, (value: unknown) => boolean])[] = [
  ['config', 'a zod schema', (value) => typeof value === 'object' && value !== null && '_zod' in value],
  ['immutable', 'a list of config paths', Array.isArray],
  ['target', 'a function of the config', isFunction],
  ['stages', 'a list of stages', Array.isArray],
  ['objects', 'a function of the config', isFunction],
  ['tests', 'a list of validation tests', Array.isArray],
  ['classifyError', 'a function of an error', isFunction],
  ['samples', 'a list of configs', Array.isArray],
];

/** Checks that the fields that all other checks read exist. */
export function checkShape(definition: AnyPluginDefinition): Issues {
  if (typeof definition !== 'object' || definition === null) {
    return issue('definition', 'is not an object.', 'Pass one object to definePlugin.');
  }
  return REQUIRED.flatMap(([field, what, fits]) => {
    const problem = definition[field] === undefined ? 'is missing.' : `is not ${what}.`;
    return issueIf(!fits(definition[field]), field, problem, `Write ${what}.`);
  });
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
