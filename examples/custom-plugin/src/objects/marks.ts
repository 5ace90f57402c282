import { ident, literal, type ManagedObject, sql } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import { type Blueprint, MARKS_TABLE, OBJECT_KEYS } from './blueprint.ts';
import { onDatabase } from './privileges.ts';

/** The table that records which account is ours. It is dropped with the database, after the account. */
export function marks({ config, mark }: Blueprint): ManagedObject {
  const key = OBJECT_KEYS.marks;
  const table = ident(config.database, MARKS_TABLE);
  const exists = sql`SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = ${literal(config.database)} AND TABLE_NAME = ${literal(MARKS_TABLE)}`;
  return {
    key,
    kind: 'table',
    name: MARKS_TABLE,
    scope: 'database',
    by: 'setup',
    stage: STAGE,
    create: [
      {
        text: sql`CREATE TABLE ${table} (account VARCHAR(128) COLLATE utf8mb4_bin PRIMARY KEY, mark VARCHAR(512) NOT NULL) COMMENT ${literal(mark(key))}`,
      },
    ],
    drop: [{ text: sql`DROP TABLE ${table}`, succeedOn: ['not-found'] }],
    within: OBJECT_KEYS.database,
    needs: [onDatabase(config.database, 'CREATE', ['create']), onDatabase(config.database, 'DROP', ['create', 'drop'])],
    why: 'Records which account was made for this integration, since MariaDB has no comments on accounts.',
    guard: { exists, ours: sql`${exists} AND TABLE_COMMENT = ${literal(mark(key))}` },
  };
}
