import { type ContentsQuery, literal, type Sql, sql } from '@portcullis/plugin-api';
import { ANY_HOST } from './service-account-name.ts';

/** The comment with which marks begin: the service writes it on its tables. */
const MARK = sql`'portcullis:%'`;

/**
 * Returns the queries for objects in the database that the service did not create. In MariaDB, tables have no owner but
 * a comment; views, routines and events name their creator. Sources: MariaDB documentation, "Information Schema
 * TABLES", "VIEWS", "ROUTINES", "EVENTS".
 */
export function foreignContents(database: string, account: string): readonly ContentsQuery[] {
  const byOther = sql`DEFINER <> ${literal(`${account}@${ANY_HOST}`)}`;
  const list = (kind: Sql, name: Sql, place: Sql, isForeign: Sql): ContentsQuery => ({
    list: sql`SELECT ${kind} AS kind, ${name} AS name FROM information_schema.${place} = ${literal(database)} AND ${isForeign}`,
  });
  return [
    list(
      sql`'table'`,
      sql`TABLE_NAME`,
      sql`TABLES WHERE TABLE_SCHEMA`,
      sql`TABLE_TYPE <> 'VIEW' AND TABLE_COMMENT NOT LIKE ${MARK}`,
    ),
    list(sql`'view'`, sql`TABLE_NAME`, sql`VIEWS WHERE TABLE_SCHEMA`, byOther),
    list(sql`'routine'`, sql`ROUTINE_NAME`, sql`ROUTINES WHERE ROUTINE_SCHEMA`, byOther),
    list(sql`'event'`, sql`EVENT_NAME`, sql`EVENTS WHERE EVENT_SCHEMA`, byOther),
  ];
}
