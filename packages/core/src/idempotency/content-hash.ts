import { createHash } from 'node:crypto';

/**
 * A digest of what a request asks for. Equal for two bodies that differ in the order of members or in white space only. Not RFC 8785
 * by `canonicalize`: it throws for lone surrogates and NaN, which a body may hold until it is validated.
 */
export function contentHash(content: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(content)) ?? '')
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, sorted(each)] as const);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}
