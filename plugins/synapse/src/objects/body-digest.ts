import { builtIns } from '../built-ins.ts';

/**
 * Returns the body of a procedure as a comparable value: a digest of its definition, regardless of spacing, and equal
 * for CREATE and ALTER. Source: Transact-SQL reference, "sys.sql_modules", `definition`.
 */
export function bodyDigest(definition: string): string {
  const text = definition
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(CREATE|ALTER) /i, '');
  return builtIns.crypto.createHash('sha256').update(text).digest('hex').slice(0, 16);
}
