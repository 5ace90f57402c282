import type { DefinitionIssue } from '../errors/plugin-definition-error.ts';

/** kebab-case: the form of ids of plugins, stages, tests and objects. */
const SLUG = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** The issues that a check found. A list, so that checks combine by spreading. */
export type Issues = readonly DefinitionIssue[];

/** Returns one issue. */
export function issue(path: string, problem: string, fix: string): Issues {
  return [{ path, problem, fix }];
}

/** Returns one issue if `broken`, otherwise none. */
export function issueIf(broken: boolean, path: string, problem: string, fix: string): Issues {
  return broken ? issue(path, problem, fix) : [];
}

/** Checks that `id` is kebab-case. */
export function checkSlug(path: string, id: string): Issues {
  const fix = 'Use lower-case letters, digits and single hyphens.';
  return issueIf(!SLUG.test(id ?? ''), path, `"${id}" is not kebab-case.`, fix);
}

/** Checks that `value` is not among the earlier ones. `fix` is the remedy. */
export function checkUnique(path: string, value: string, earlier: Iterable<string>, fix: string): Issues {
  return issueIf([...earlier].includes(value), path, `"${value}" occurs twice.`, fix);
}

/**
 * Checks that `name` is one of `names`; the remedy lists them, or states that there are none.
 *
 * @param what - the noun for a name of the list: `a stage`.
 */
export function checkOneOf(path: string, name: string, names: readonly string[], what: string): Issues {
  if (names.includes(name)) return [];
  const fix = names.length === 0 ? 'Leave it out: there are none.' : `Use one of: ${names.join(', ')}.`;
  return issue(path, `"${name}" is not ${what}.`, fix);
}
