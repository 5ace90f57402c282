import type { z } from 'zod';
import { partsOf, type SchemaParts } from './schema-parts.ts';

/**
 * The exposure of a config field's value.
 *
 * - `public`: shown everywhere, in responses, events and logs.
 * - `hidden`: not in responses (they show the marker), but in plans and scripts where it names an account.
 * - `secret`: shown nowhere. Sealed at rest, replaced by the marker.
 */
export type Exposure = 'public' | 'hidden' | 'secret';

/** The marker for a value that must not be shown. A PUT that sends it back keeps the stored value. */
export const REDACTION_MARKER = '[REDACTED]';

/** The keyword of the JSON Schema with the exposure. Its prefix is the one that OpenAPI reserves for extensions. */
const EXPOSURE_KEYWORD = 'x-portcullis-exposure';

/**
 * The mark is in the definition of the schema and not in its metadata: every method of zod that returns a changed
 * schema copies the definition, while `.min()` or `.refine()` dropped the metadata before zod 4.3.
 */
const MARK = Symbol.for('portcullis.exposure');

/**
 * Marks a config field as a secret: sealed in the store, `[REDACTED]` in every response, absent from scripts, logs, events
 * and errors. The mark survives all later calls on the schema. Mark it only where it is declared:
 *
 * @example
 * ```ts
 * password: secret(z.string().min(8)).describe('…')
 * ```
 */
export function secret<Schema extends z.ZodType>(schema: Schema): Schema {
  return mark(schema, 'secret', { writeOnly: true, format: 'password' });
}

/**
 * Marks a config field that responses do not show although it is not secret, such as a user name. It can appear in
 * plans and in the script that creates the account. A secret remains a secret.
 */
export function hidden<Schema extends z.ZodType>(schema: Schema): Schema {
  return mark(schema, 'hidden', { writeOnly: true });
}

/**
 * Returns the strictest mark of one schema and of its inner schemas at the same path: through `optional`, `default`,
 * `nullable`, unions, intersections, pipes and preprocessing. Unmarked is public. Members and elements are ignored.
 */
export function exposureOf(schema: z.core.$ZodType): Exposure {
  return strictestOf(schema, ({ same }) => same);
}

/**
 * Returns the strictest mark anywhere in a schema, including members and elements, for values that are handled as a
 * whole.
 */
export function deepExposureOf(schema: z.core.$ZodType): Exposure {
  return strictestOf(schema, ({ same, below }) => [...same, ...below.map(([, part]) => part)]);
}

/** Returns the strictest of several marks; `public` if there are none. */
export function strictest(exposures: readonly Exposure[]): Exposure {
  return exposures.includes('secret') ? 'secret' : exposures.includes('hidden') ? 'hidden' : 'public';
}

function mark<Schema extends z.ZodType>(schema: Schema, exposure: Exposure, metadata: z.core.GlobalMeta): Schema {
  const strict = strictest([exposure, ownMark(schema)]);
  // Copied by descriptor: reading a getter would resolve an object that refers to itself before it exists.
  const definition = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema._zod.def));
  const marked = schema.clone(Object.assign(definition, { [MARK]: strict }) as unknown as Schema['_zod']['def']);
  return marked.meta({ ...schema.meta(), ...metadata, [EXPOSURE_KEYWORD]: strict }) as Schema;
}

function ownMark(schema: z.core.$ZodType): Exposure {
  return (schema._zod.def as { readonly [MARK]?: Exposure })[MARK] ?? 'public';
}

/**
 * The maximum number of inspected parts, more than any config has. Some versions of zod recreate a self-referring
 * schema on each access.
 */
const PART_LIMIT = 2_000;

/**
 * Returns the strictest mark of a schema and of all parts that `next` leads to. Visits each part once, since schemas
 * may refer to themselves.
 */
function strictestOf(schema: z.core.$ZodType, next: (parts: SchemaParts) => readonly z.core.$ZodType[]): Exposure {
  const found = new Set([schema]);
  // The iteration of a set includes elements that are added during it.
  for (const visited of found) {
    for (const part of next(partsOf(visited))) found.add(part);
    // Too large to inspect, so it counts as a secret.
    if (found.size > PART_LIMIT) return 'secret';
  }
  return strictest([...found].map(ownMark));
}
