import type { FailureClass, FailureClassification } from './failure-class.ts';

/**
 * One row of a plugin's failure table: the codes of the driver that mean one class.
 *
 * A row is data, so that readers can check the table and tests can iterate over it.
 *
 * @example
 * ```ts
 * const FAILURES: readonly FailureRow[] = [
 *   { codes: ['28*'], class: 'credentials', message: 'The cluster refused the user name or the password.' },
 *   { codes: ['42501'], class: 'missing-grant' },
 * ];
 * const classifyError = (error: unknown) => lookUpFailure(FAILURES, readFailure(error));
 * ```
 */
export interface FailureRow {
  /** The vendor codes of this row, compared with `String(code)`. A trailing `*` matches any ending (`08*`). */
  readonly codes: readonly string[];
  readonly class: FailureClass;
  /** The failure, if the plugin describes it better than the driver. @default the message of the {@link RawFailure} */
  readonly message?: string;
  /** The remedy, if the plugin has a better one than the class. @default the help of the class */
  readonly help?: string;
}

/** The facts of a driver's error that a plugin extracts. */
export interface RawFailure {
  readonly codes: readonly (string | number | undefined)[];
  /** The driver's message without statement text and without secrets. */
  readonly message: string;
}

/**
 * Looks up `raw` in `rows`. The first code with a row wins. For one code, an exact row wins over a wildcard, and the
 * first of two wildcards wins.
 *
 * @returns `undefined` if no row matches, so that the shared table of Node failures is used next.
 */
export function lookUpFailure(rows: readonly FailureRow[], raw: RawFailure): FailureClassification | undefined {
  for (const candidate of raw.codes) {
    if (candidate === undefined) continue;
    const code = String(candidate);
    const row =
      rows.find((each) => each.codes.includes(code)) ??
      rows.find((each) => each.codes.some((pattern) => pattern.endsWith('*') && code.startsWith(pattern.slice(0, -1))));
    if (row) {
      const { class: failureClass, message = raw.message, help } = row;
      return { class: failureClass, code, message, ...(help === undefined ? {} : { help }) };
    }
  }
  return undefined;
}
