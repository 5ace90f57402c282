import { z } from 'zod';
import { isPlainObject } from '../../kernel/input/plain-object.ts';

/** Maximum number of fields of a filter. */
const MAX_FIELDS = 50;

/** Maximum number of characters of all names and texts of a filter; every other value counts as one. */
const MAX_LENGTH = 10_000;

const scalar = z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]);

const fields = z
  .record(z.string().min(1).max(100), z.union([scalar, z.array(scalar).min(1).max(100)]))
  .meta({ maxProperties: MAX_FIELDS });

/** The filter of a webhook: the values that the metadata of its notifications must have. */
export const filterInput = z
  .preprocess(refuseUnsuitable, fields)
  .describe(
    'Only notifications whose metadata has these values; a list means any of them. At most 50 fields, and 10,000 characters in all.',
  );

/**
 * Refuses a large filter, since each one is kept in memory and compared with each notification. It stops at the first unsuitable
 * value: the union collects the issues of every option for every value, which takes seconds for a body full of them.
 */
function refuseUnsuitable(filter: unknown, context: z.RefinementCtx): unknown {
  if (!isPlainObject(filter)) return filter;
  const entries = Object.entries(filter);
  if (entries.length > MAX_FIELDS) return refuse(`must have at most ${MAX_FIELDS} fields`);
  let length = 0;
  for (const [name, value] of entries) {
    length += name.length;
    for (const each of Array.isArray(value) ? value : [value]) {
      if (!isScalar(each)) return refuse('must be a text, a number, a boolean, null or a list of them', [name]);
      length += typeof each === 'string' ? each.length : 1;
      if (length > MAX_LENGTH) return refuse(`must have at most ${MAX_LENGTH} characters in all`);
    }
  }
  return filter;

  function refuse(message: string, path: string[] = []): never {
    context.addIssue({ code: 'custom', message, path });
    return z.NEVER;
  }
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}
