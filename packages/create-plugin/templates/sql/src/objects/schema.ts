import { ident, literal, type ManagedObject, type Privilege, type Sql, sql } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import { type Blueprint, OBJECT_KEYS } from './blueprint.ts';
import { foreignContents } from './foreign-contents.ts';

/** The schema of the service. Its comment is its mark: a schema with another comment, or none, is foreign. */
export function schema({ config, account, mark }: Blueprint): ManagedObject {
  const { schema: name, database } = config;
  const key = OBJECT_KEYS.schema;
  const exists = sql`SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = ${literal(name)}`;
  return {
    key,
    kind: 'schema',
    name,
    scope: 'database',
    by: 'setup',
    stage: STAGE,
    create: [
      { text: sql`CREATE SCHEMA ${ident(name)}` },
      { text: sql`COMMENT ON SCHEMA ${ident(name)} IS ${literal(mark(key))}` },
    ],
    drop: [{ text: sql`DROP SCHEMA ${ident(name)} CASCADE`, succeedOn: ['not-found'] }],
    // The data of the service in it is lost.
    reversible: false,
    needs: [createInDatabase(database), ownershipOf(name)],
    why: 'Contains the policy-enforced views of the service, separate from all other data.',
    guard: { exists, ours: sql`${exists} AND ${isMarked(mark(key))}`, foreignContents: foreignContents(name, account) },
    absentTest: { id: 'schema-absent', name: 'Validate Automatic: Schema Does Not Exist' },
    presentTest: { id: 'schema-present', name: 'Validate Manual: Schema Exists' },
  };
}

function isMarked(mark: string): Sql {
  return sql`pg_catalog.obj_description(oid, 'pg_namespace') = ${literal(mark)}`;
}

/** The privilege to create schemas in a database. */
function createInDatabase(database: string): Privilege {
  return {
    name: 'CREATE',
    on: `database ${database}`,
    anyOf: ['superuser'],
    grant: (grantee) => sql`GRANT CREATE ON DATABASE ${ident(database)} TO ${ident(grantee)}`,
    grantedBy: `a superuser or the owner of database ${database}`,
  };
}

/** A schema can be dropped only by its owner, which is its creator. */
function ownershipOf(name: string): Privilege {
  return {
    name: 'ownership',
    on: `schema ${name}`,
    anyOf: ['superuser'],
    operations: ['drop'],
    comesWith: OBJECT_KEYS.schema,
    grant: (grantee) => sql`ALTER SCHEMA ${ident(name)} OWNER TO ${ident(grantee)}`,
    grantedBy: 'a superuser',
  };
}
