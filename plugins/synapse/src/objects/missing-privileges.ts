import { keyword, type Scalar, type Sql, sql } from '@portcullis/plugin-api';

const PRIVILEGES = [
  'ALTER',
  'CREATE PROCEDURE',
  'CREATE TABLE',
  'CREATE VIEW',
  'DELETE',
  'EXECUTE',
  'INSERT',
  'SELECT',
  'VIEW DEFINITION',
] as const;

/**
 * Returns the privileges that a repair grants: the desired ones that were not observed. Undefined if none are missing.
 *
 * @param wanted - the desired privileges, separated by commas as in the catalog.
 */
export function missingPrivileges(wanted: string, observed: Scalar | undefined): Sql | undefined {
  const held = String(observed ?? '').split(', ');
  const missing = wanted.split(', ').filter((name) => !held.includes(name));
  const words = missing.map((name) => keyword(name as (typeof PRIVILEGES)[number], PRIVILEGES));
  return words.length === 0 ? undefined : words.reduce((list, word) => sql`${list}, ${word}`);
}
