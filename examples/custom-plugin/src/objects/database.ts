import { ident, literal, type ManagedObject, sql } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import { type Blueprint, OBJECT_KEYS } from './blueprint.ts';
import { foreignContents } from './foreign-contents.ts';
import { CONTENTS_PRIVILEGES, onDatabase } from './privileges.ts';

/** The database of the service. Its comment is its mark; one statement creates both. */
export function database({ config, account, mark }: Blueprint): ManagedObject {
  const { database: name } = config;
  const key = OBJECT_KEYS.database;
  const exists = sql`SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ${literal(name)}`;
  return {
    key,
    kind: 'database',
    name,
    scope: 'server',
    by: 'setup',
    stage: STAGE,
    create: [{ text: sql`CREATE DATABASE ${ident(name)} CHARACTER SET utf8mb4 COMMENT ${literal(mark(key))}` }],
    drop: [{ text: sql`DROP DATABASE ${ident(name)}`, succeedOn: ['not-found'] }],
    // The data that the service keeps in it is lost.
    reversible: false,
    needs: [
      onDatabase(name, 'CREATE', ['create']),
      onDatabase(name, 'DROP', ['create', 'drop']),
      // Right before every drop, including the undo of a creation, the library looks for objects of other accounts in
      // it.
      ...CONTENTS_PRIVILEGES.map((privilege) => onDatabase(name, privilege, ['create', 'drop'])),
    ],
    why: 'Contains the policy-enforced views of the service, separate from all other data.',
    guard: {
      exists,
      ours: sql`${exists} AND SCHEMA_COMMENT = ${literal(mark(key))}`,
      foreignContents: foreignContents(name, account),
    },
    absentTest: { id: 'database-absent', name: 'Validate Automatic: Database Does Not Exist' },
    presentTest: { id: 'database-present', name: 'Validate Manual: Database Exists' },
  };
}
