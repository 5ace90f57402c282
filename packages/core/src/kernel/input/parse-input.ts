import type { z } from 'zod';
import { type InputIssue, ServiceError } from '../errors/service-error.ts';
import { asSentence } from './as-sentence.ts';

/**
 * Validates an input against a schema.
 *
 * @param prefix - the path under which the issues are reported, such as `config`.
 * @throws ServiceError `BODY_INVALID`; the message names the first issues, `details` all of them. Values are never repeated,
 * because they can be secrets.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown, prefix = ''): z.output<Schema> {
  const parsed = schema.safeParse(input, { reportInput: false });
  if (parsed.success) return parsed.data;
  throw invalidInput(inputIssues(parsed.error, prefix));
}

/** Returns the issues that a schema found, for a response: the first hundred, with shortened paths. */
export function inputIssues(error: z.ZodError, prefix = ''): readonly InputIssue[] {
  return boundedIssues(error.issues.flatMap((issue) => toInputIssues(issue, prefix)));
}

/** Returns the error for a body with issues. */
export function invalidInput(issues: readonly InputIssue[]): ServiceError {
  return new ServiceError('BODY_INVALID', `The body is not valid. ${summary(issues)}`, {
    details: boundedIssues(issues),
  });
}

/** Returns the error for a path or a query with issues. */
export function invalidRequest(issues: readonly InputIssue[]): ServiceError {
  return new ServiceError('PARAMETER_INVALID', `The request is not valid. ${summary(issues)}`, {
    details: boundedIssues(issues),
  });
}

/** Maximum number of issues in a response, so that it is not larger than the request. */
const MAX_ISSUES = 100;

/** Maximum characters of a path, because the caller chooses the names of unknown fields. */
const MAX_PATH = 200;

/** Returns the issues for a response: the first hundred, with shortened paths, and the number of the others. */
function boundedIssues(issues: readonly InputIssue[]): readonly InputIssue[] {
  const shown = issues.slice(0, MAX_ISSUES).map(({ path, message }) => ({ path: cutPath(path), message }));
  const more = issues.length - shown.length;
  return more > 0 ? [...shown, { path: '', message: `There are ${more} more.` }] : shown;
}

function summary(issues: readonly InputIssue[]): string {
  const shown = issues.slice(0, 3).map(({ path, message }) => (path === '' ? message : `${cutPath(path)}: ${message}`));
  const more = issues.length > shown.length ? ` (and ${issues.length - shown.length} more)` : '';
  return `${shown.map(asSentence).join(' ')}${more}`;
}

function cutPath(path: string): string {
  return path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path;
}

/**
 * Returns one issue per unknown field, and one for any other problem; for a union without a message of its own, the issues of the option
 * that fits best.
 */
function toInputIssues(issue: z.core.$ZodIssue, prefix: string): InputIssue[] {
  const at = (...more: readonly PropertyKey[]) =>
    [prefix, ...issue.path.map(String), ...more.map(String)].filter((part) => part !== '').join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: at(key), message: 'This field is not known.' }));
  if (issue.code === 'invalid_union' && issue.errors.length > 0 && issue.message.startsWith('Invalid')) {
    const best = [...issue.errors].sort((a, b) => a.length - b.length)[0] ?? [];
    return best.flatMap((each) => toInputIssues(each, at()));
  }
  return [{ path: at(), message: messageOf(issue) }];
}

/** The required form of a value, by the schema's expectation. */
const EXPECTED: Readonly<Record<string, string>> = {
  string: 'This must be a string.',
  number: 'This must be a number.',
  int: 'This must be a whole number.',
  boolean: 'This must be true or false.',
  object: 'This must be an object.',
  array: 'This must be a list.',
};

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    if (issue.message.includes('received undefined')) return 'This field is required.';
    if (issue.message.startsWith('Invalid input')) return EXPECTED[issue.expected] ?? asSentence(issue.message);
  }
  if (issue.code === 'invalid_value' && issue.message.startsWith('Invalid')) return oneOf(issue.values);
  // The field that selects the option of a union.
  if (issue.code === 'invalid_union' && issue.message.startsWith('Invalid') && 'options' in issue) {
    return oneOf(issue.options ?? []);
  }
  if (issue.code === 'invalid_format' && issue.format === 'datetime' && issue.message.startsWith('Invalid')) {
    return 'This must be a date and a time with its offset, such as 2027-01-31T12:00:00Z.';
  }
  if (issue.code === 'too_small' && issue.message.startsWith('Too small'))
    return `This must ${sizeText(issue, 'least', issue.minimum)}.`;
  if (issue.code === 'too_big' && issue.message.startsWith('Too big'))
    return `This must ${sizeText(issue, 'most', issue.maximum)}.`;
  return asSentence(issue.message);
}

function oneOf(values: readonly z.core.util.Primitive[]): string {
  return `This must be ${values.length === 1 ? '' : 'one of '}${values.map(String).join(', ')}.`;
}

function sizeText(
  { origin, inclusive }: { readonly origin: string; readonly inclusive?: boolean },
  bound: 'least' | 'most',
  limit: number | bigint,
): string {
  if (origin === 'string') return `have at ${bound} ${limit} ${Number(limit) === 1 ? 'character' : 'characters'}`;
  if (origin === 'array') return `have at ${bound} ${limit} ${Number(limit) === 1 ? 'entry' : 'entries'}`;
  if (inclusive === false) return `be ${bound === 'least' ? 'more' : 'less'} than ${limit}`;
  return `be at ${bound} ${limit}`;
}
