import { ident, literal, type ManagedObject, sql } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import { type Blueprint, OBJECT_KEYS } from './blueprint.ts';

/** The privileges of the service account in the schema. */
export function schemaAccess({ config, account }: Blueprint): ManagedObject {
  const { schema } = config;
  const granted = sql`SELECT 1 FROM pg_catalog.pg_namespace AS space, pg_catalog.pg_roles AS account WHERE space.nspname = ${literal(schema)} AND account.rolname = ${literal(account)} AND pg_catalog.has_schema_privilege(account.oid, space.oid, 'CREATE')`;
  return {
    key: OBJECT_KEYS.schemaAccess,
    kind: 'grant',
    name: `${account} in ${schema}`,
    scope: 'database',
    by: 'setup',
    stage: STAGE,
    create: [{ text: sql`GRANT USAGE, CREATE ON SCHEMA ${ident(schema)} TO ${ident(account)}` }],
    drop: [{ text: sql`REVOKE USAGE, CREATE ON SCHEMA ${ident(schema)} FROM ${ident(account)}` }],
    // It is dropped with the schema, so no statement has to revoke it.
    within: OBJECT_KEYS.schema,
    needs: [
      {
        name: 'ownership',
        on: `schema ${schema}`,
        anyOf: ['superuser'],
        grantable: false,
        operations: ['create', 'drop'],
        comesWith: OBJECT_KEYS.schema,
      },
    ],
    why: 'The service creates its views in this schema and changes nothing outside it.',
    guard: { exists: granted, ours: granted },
  };
}
