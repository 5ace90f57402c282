import { builtIns } from '../built-ins.ts';

/**
 * What a procedure does, as a value to compare: a digest of its definition, whatever the spacing and whether it was made or altered.
 * Source: Transact-SQL reference, "sys.sql_modules", `definition`.
 */
export function bodyDigest(definition: string): string {
  const text = definition
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(CREATE|ALTER) /i, '');
  return builtIns.crypto.createHash('sha256').update(text).digest('hex').slice(0, 16);
}
