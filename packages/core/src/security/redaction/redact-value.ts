import type { Redact } from './redactor.ts';

/** The depth limit, which is deeper than any value for output; it also ends circular references. */
const DEPTH_LIMIT = 12;

/**
 * Returns a copy of an external value as plain JSON in which every text and every member name is redacted. Values that JSON
 * cannot represent become text or are omitted. Never throws.
 */
export function redactValue(value: unknown, redact: Redact, depth = 0): unknown {
  if (typeof value === 'string') return redact(value);
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return value;
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (typeof value !== 'object' || depth >= DEPTH_LIMIT) return undefined;
  if (value instanceof Error) return redact(`${value.name}: ${value.message}`);
  if (ArrayBuffer.isView(value)) return undefined;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact, depth + 1) ?? null);
  const entries = Object.entries(value).map(
    ([key, item]) => [redact(key), redactValue(item, redact, depth + 1)] as const,
  );
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}
