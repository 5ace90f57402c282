import type { z } from 'zod';

/** How far the value of a config field may travel. */
export type Exposure =
  /** Anywhere: answers, events, logs. */
  | 'public'
  /** Not in answers (they show the marker), yet in plans and scripts where it names an account. */
  | 'hidden'
  /** Nowhere at all: sealed at rest, shown as the marker. */
  | 'secret';

/** What takes the place of a value that may not be shown. A PUT that sends it back keeps the stored value. */
export const REDACTION_MARKER = '[REDACTED]';

/**
 * Marks a config field as a secret: sealed in the store, `[REDACTED]` in every answer, absent from scripts, logs, events
 * and errors. Mark it where it is declared and nowhere else:
 *
 * @example
 * ```ts
 * password: secret(z.string().min(8)).describe('…')
 * ```
 */
export function secret<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ ...schema.meta(), portcullis: 'secret', writeOnly: true, format: 'password' }) as Schema;
}

/**
 * Marks a config field that answers do not show although it is no secret: a user name. It may appear in plans and in the
 * script that creates the account.
 */
export function hidden<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ ...schema.meta(), portcullis: 'hidden', writeOnly: true }) as Schema;
}

/** The mark of one schema, looking through `optional`, `default`, `nullable`, `readonly` and pipes. Unmarked is public. */
export function exposureOf(schema: z.core.$ZodType): Exposure {
  const mark = (schema as z.ZodType).meta?.()?.['portcullis'];
  if (mark === 'secret' || mark === 'hidden') return mark;
  const def = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  const inner = def.innerType ?? def.in;
  return inner ? exposureOf(inner) : 'public';
}
