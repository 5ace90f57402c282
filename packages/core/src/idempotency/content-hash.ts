import { createHash } from 'node:crypto';

/**
 * Returns a digest of the content of a request. It is equal for bodies that differ only in the order of members or in white
 * space. RFC 8785 with `canonicalize` does not fit: it throws for lone surrogates and NaN, which a body may contain until it is
 * validated.
 */
export function contentHash(content: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(content)) ?? '')
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, sorted(item)] as const);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}
