import type { InputIssue } from '../errors/service-error.ts';

/** Returns the issues of an input for a message: each after its path. */
export function issueText(issues: readonly InputIssue[]): string {
  return issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join(' ');
}
