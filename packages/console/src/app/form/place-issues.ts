import type { Issue } from '../service/explain-error.ts';
import type { Field } from './field.ts';

/** Issues with a field, and other issues. */
export interface PlacedIssues {
  readonly atField: ReadonlyMap<string, string>;
  readonly elsewhere: readonly Issue[];
}

/**
 * Finds the fields of issues.
 *
 * @param prefix - the path of the form in the sent body: `config.`
 */
export function placeIssues(issues: readonly Issue[], fields: readonly Field[], prefix: string): PlacedIssues {
  const known = new Set(pathsOf(fields));
  const atField = new Map<string, string>();
  const elsewhere: Issue[] = [];
  for (const issue of issues) {
    const path = issue.path.startsWith(prefix) ? issue.path.slice(prefix.length) : undefined;
    if (path === undefined || !known.has(path)) elsewhere.push(issue);
    else atField.set(path, [atField.get(path), issue.message].filter(Boolean).join(' '));
  }
  return { atField, elsewhere };
}

function pathsOf(fields: readonly Field[]): readonly string[] {
  return fields.flatMap((field) => (field.kind === 'group' ? [field.path, ...pathsOf(field.fields)] : [field.path]));
}
