import type { z } from 'zod';
import { type InputIssue, ServiceError } from '../errors/service-error.ts';

/**
 * Validates an input against a schema.
 *
 * @param prefix - the path under which the issues are reported, such as `config`.
 * @throws ServiceError `BODY_INVALID`; the message names the first issues, `details` all of them. Values are never repeated:
 * they may be secrets.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown, prefix = ''): z.output<Schema> {
  const parsed = schema.safeParse(input, { reportInput: false });
  if (parsed.success) return parsed.data;
  throw invalidInput(inputIssues(parsed.error, prefix));
}

/** The issues that a schema found, as answers show them. */
export function inputIssues(error: z.ZodError, prefix = ''): readonly InputIssue[] {
  return error.issues.flatMap((issue) => toInputIssues(issue, prefix));
}

/** The error for an input with issues. */
export function invalidInput(issues: readonly InputIssue[]): ServiceError {
  const shown = issues.slice(0, 3).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const more = issues.length > shown.length ? ` (and ${issues.length - shown.length} more)` : '';
  return new ServiceError('BODY_INVALID', `The body is not valid. ${shown.join(' ')}${more}`, { details: issues });
}

/** One issue for each unknown field, one for everything else; for a union the issues of the option that fits best. */
function toInputIssues(issue: z.core.$ZodIssue, prefix: string): InputIssue[] {
  const at = (...more: readonly PropertyKey[]) =>
    [prefix, ...issue.path.map(String), ...more.map(String)].filter((part) => part !== '').join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: at(key), message: 'This field is not known.' }));
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const best = [...issue.errors].sort((a, b) => a.length - b.length)[0] ?? [];
    return best.flatMap((each) => toInputIssues(each, at()));
  }
  const message =
    issue.code === 'invalid_type' && issue.message.includes('received undefined')
      ? 'This field is required.'
      : sentence(issue.message);
  return [{ path: at(), message }];
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
