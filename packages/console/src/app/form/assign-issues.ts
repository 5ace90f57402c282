import type { Issue } from '../service/explain-error.ts';
import type { Field, Values } from './field.ts';

/** Issues with a field, and other issues. */
export interface AssignedIssues {
  readonly byField: ReadonlyMap<string, string>;
  readonly unassigned: readonly Issue[];
}

/** The form that was sent. */
export interface SentForm {
  readonly fields: readonly Field[];
  readonly values: Values;
  /** The path of the form in the sent body: `config.` */
  readonly prefix: string;
}

/**
 * Finds the fields of issues. An empty field has the first of its issues only: the others are about what it should contain,
 * and follow from its being empty.
 */
export function assignIssues(issues: readonly Issue[], { fields, values, prefix }: SentForm): AssignedIssues {
  const known = new Set(pathsOf(fields));
  const byField = new Map<string, string>();
  const unassigned: Issue[] = [];
  for (const issue of issues) {
    const path = issue.path.startsWith(prefix) ? issue.path.slice(prefix.length) : undefined;
    const before = path === undefined ? undefined : byField.get(path);
    if (path === undefined || !known.has(path)) unassigned.push(issue);
    else if (before === undefined) byField.set(path, issue.message);
    else if (values[path]) byField.set(path, `${before} ${issue.message}`);
  }
  return { byField, unassigned };
}

function pathsOf(fields: readonly Field[]): readonly string[] {
  return fields.flatMap((field) => (field.kind === 'group' ? [field.path, ...pathsOf(field.fields)] : [field.path]));
}
