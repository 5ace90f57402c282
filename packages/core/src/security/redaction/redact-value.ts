import type { Redact } from './redactor.ts';

/** Deeper than anything that is meant to be shown; what refers to itself ends here, too. */
const DEPTH_LIMIT = 12;

/**
 * A copy of a value from outside as plain JSON, every text and every member's name redacted. What JSON does not have is
 * written as text or left out; it never throws.
 */
export function redactValue(value: unknown, redact: Redact, depth = 0): unknown {
  if (typeof value === 'string') return redact(value);
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return value;
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (typeof value !== 'object' || depth >= DEPTH_LIMIT) return undefined;
  if (value instanceof Error) return redact(`${value.name}: ${value.message}`);
  if (ArrayBuffer.isView(value)) return undefined;
  if (Array.isArray(value)) return value.map((each) => redactValue(each, redact, depth + 1) ?? null);
  const entries = Object.entries(value).map(
    ([key, each]) => [redact(key), redactValue(each, redact, depth + 1)] as const,
  );
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
}
