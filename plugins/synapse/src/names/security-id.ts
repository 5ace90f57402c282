import { join, type Sql, sql } from '@portcullis/plugin-api';
import { builtIns } from '../built-ins.ts';

/**
 * The prefix of SQL logins' SIDs on Azure; 16 bytes follow. Source: Transact-SQL reference, "CREATE LOGIN", tab Azure
 * Synapse Analytics, SID.
 */
const PREFIX = '01060000000000640000000000000000';

const DIGITS: Readonly<Record<string, Sql>> = {
  0: sql`0`,
  1: sql`1`,
  2: sql`2`,
  3: sql`3`,
  4: sql`4`,
  5: sql`5`,
  6: sql`6`,
  7: sql`7`,
  8: sql`8`,
  9: sql`9`,
  A: sql`A`,
  B: sql`B`,
  C: sql`C`,
  D: sql`D`,
  E: sql`E`,
  F: sql`F`,
};

/**
 * Returns the SID of our login, as a constant. Logins have no comment, and no object can be created in `master`, so a
 * SID that derives from the mark identifies the owner of a login. Its user in the pool has the same SID.
 */
export function securityId(mark: string): Sql {
  const bytes = builtIns.crypto.createHash('sha256').update(mark).digest('hex').slice(0, 32).toUpperCase();
  const digits = [...PREFIX, ...bytes].map((digit) => DIGITS[digit] as Sql);
  return sql`0x${join(digits, sql``)}`;
}
