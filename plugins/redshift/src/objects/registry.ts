import { ident, literal, type ManagedObject, sql } from '@portcullis/plugin-api';
import { MARKS_TABLE } from '../names/object-names.ts';
import { STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { hasOwnMark, marksTable } from './marks.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { createSchemaPrivilege, ownership } from './privileges.ts';

/** The schema and table that record which database, account and role belong to this integration. */
export function registry(blueprint: Blueprint): ManagedObject {
  const { registry: schema, initialDatabase, impersonation, mark } = blueprint;
  const ownMark = mark(OBJECT_KEYS.registry);
  const schemaExists = sql`SELECT 1 FROM pg_catalog.pg_namespace AS space WHERE space.nspname = ${literal(schema)}`;
  const elsewhere = sql`SELECT 1 WHERE current_database() <> ${literal(initialDatabase)}`;
  return {
    key: OBJECT_KEYS.registry,
    kind: 'registry',
    name: `${initialDatabase}.${schema}`,
    scope: 'database',
    by: 'setup',
    stage: STAGE.initial,
    create: [
      // One statement: there is never a schema without its table, or a table without the mark of the registry, a column
      // default.
      {
        text: sql`CREATE SCHEMA ${ident(schema)} CREATE TABLE ${ident(MARKS_TABLE)} (kind varchar(32) NOT NULL, name varchar(256) NOT NULL, mark varchar(160) DEFAULT ${literal(ownMark)} NOT NULL, platform_id bigint)`,
      },
    ],
    // An account that can write a mark could mark a foreign object as ours, which would then be dropped.
    alter: () => [{ text: sql`REVOKE ALL ON TABLE ${marksTable(schema)} FROM PUBLIC` }],
    desired: { everybody: false },
    drop: [
      { text: sql`DROP TABLE IF EXISTS ${marksTable(schema)}` },
      { text: sql`DROP SCHEMA IF EXISTS ${ident(schema)}` },
    ],
    dropAfter: [
      OBJECT_KEYS.database,
      OBJECT_KEYS.serviceAccount,
      ...(impersonation ? [OBJECT_KEYS.impersonationRole] : []),
    ],
    needs: [
      createSchemaPrivilege(initialDatabase),
      { ...ownership(`schema ${schema}`, OBJECT_KEYS.registry), operations: ['alter', 'drop'] },
    ],
    why: 'Accounts, roles and databases have no comments here, so a small table records which of them were created for this integration. No other object is ever altered or dropped.',
    guard: {
      exists: sql`${schemaExists} UNION ALL ${elsewhere}`,
      ours: sql`${schemaExists} AND ${hasOwnMark(ownMark)} AND current_database() = ${literal(initialDatabase)}`,
    },
  };
}
