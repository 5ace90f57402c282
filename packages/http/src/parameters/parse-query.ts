import type { InputIssue } from '@portcullis/core';
import { z } from 'zod';
import { invalidParameters } from './parameter-error.ts';

/** A parameter that is `true` or `false`, nothing else. */
export function booleanParameter() {
  return z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive', error: 'Must be true or false.' });
}

/** Maximum number of parameters, far more than a route has: each is compared with all others. */
const MAX_PARAMETERS = 100;

/**
 * Reads the query of a URL. Unknown and repeated parameters are rejected, so that a misspelt `dryRun` causes no real
 * run.
 *
 * @throws ServiceError `PARAMETER_INVALID`
 */
export function parseQuery<Query extends z.ZodObject>(schema: Query, url: string): z.output<Query> {
  const start = url.indexOf('?');
  if (start < 0) return withoutParameters(schema);
  const given = [...new URLSearchParams(url.slice(start))];
  if (given.length > MAX_PARAMETERS) {
    throw invalidParameters([{ path: '', message: `There are more than ${MAX_PARAMETERS} parameters.` }]);
  }
  const repeated = new Set(given.map(([name]) => name).filter((name, index, names) => names.indexOf(name) !== index));
  if (repeated.size > 0) throw invalidParameters([...repeated].map((path) => ({ path, message: 'Given twice.' })));
  return parse(schema, Object.fromEntries(given));
}

/** The results of requests without parameters, by schema: the same for each request. */
const results = new WeakMap<z.ZodObject, object>();

function withoutParameters<Query extends z.ZodObject>(schema: Query): z.output<Query> {
  const known = results.get(schema) as z.output<Query> | undefined;
  if (known) return known;
  const result = parse(schema, {});
  results.set(schema, Object.freeze(result));
  return result;
}

function parse<Query extends z.ZodObject>(schema: Query, given: object): z.output<Query> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw invalidParameters(parsed.error.issues.flatMap((issue) => toInputIssues(issue, Object.keys(schema.shape))));
}

function toInputIssues(issue: z.core.$ZodIssue, known: readonly string[]): InputIssue[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path.join('.'), message: issue.message }];
  const remedy = known.length === 0 ? 'This operation has no parameters.' : `Known here: ${known.join(', ')}.`;
  return issue.keys.map((path) => ({ path, message: `This parameter is not known. ${remedy}` }));
}
