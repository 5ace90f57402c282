import { REDACTED } from './config-of.ts';
import type { Values } from './field.ts';

/** A stored config as the values of a form. */
export interface StoredValues {
  readonly values: Values;
  /** Paths whose values the service does not show. */
  readonly redacted: ReadonlySet<string>;
}

/**
 * Splits a config, as the service shows it, into values. Secrets have no value: they can be replaced, not read.
 *
 * @param documents - the paths of objects that are one value, as JSON
 */
export function valuesOf(
  config: Readonly<Record<string, unknown>>,
  documents: ReadonlySet<string> = new Set(),
  prefix = '',
): StoredValues {
  const values: Record<string, string | boolean> = {};
  const redacted = new Set<string>();
  for (const [name, value] of Object.entries(config)) {
    const path = prefix + name;
    const isObject = typeof value === 'object' && value !== null;
    if (value === REDACTED) redacted.add(path);
    else if (typeof value === 'boolean') values[path] = value;
    else if (isObject && (Array.isArray(value) || documents.has(path))) values[path] = JSON.stringify(value);
    else if (isObject) {
      const inner = valuesOf(value as Readonly<Record<string, unknown>>, documents, `${path}.`);
      Object.assign(values, inner.values);
      for (const each of inner.redacted) redacted.add(each);
    } else if (value !== null && value !== undefined) values[path] = String(value);
  }
  return { values, redacted };
}

/** The paths at which two sets of values differ, sorted. */
export function differingPaths(left: Values, right: Values): readonly string[] {
  const paths = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...paths].filter((path) => (left[path] ?? '') !== (right[path] ?? '')).sort();
}
