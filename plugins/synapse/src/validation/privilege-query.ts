import { join, keyword, literal, type Sql, sql } from '@portcullis/plugin-api';

/** Names of the columns of a response, one for each queried privilege. */
const COLUMNS = [sql`held_1`, sql`held_2`, sql`held_3`, sql`held_4`, sql`held_5`, sql`held_6`] as const;

/**
 * Queries the privileges of the signed-in user on a securable. Source: Transact-SQL reference, "HAS_PERMS_BY_NAME".
 *
 * @param place - the name of the securable, quoted as in a statement.
 */
export function privilegeQuery(place: string, kind: 'DATABASE' | 'SCHEMA', privileges: readonly string[]): Sql {
  const on = sql`${literal(place)}, N'${keyword(kind, ['DATABASE', 'SCHEMA'])}'`;
  const asked = privileges.map(
    (name, index) => sql`HAS_PERMS_BY_NAME(${on}, ${literal(name)}) AS ${COLUMNS[index] ?? sql`held_more`}`,
  );
  return sql`SELECT ${join(asked, sql`, `)}`;
}
