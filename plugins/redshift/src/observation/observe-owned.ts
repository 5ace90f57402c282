import { literal, type Sql, sql } from '@portcullis/plugin-api';
import { METADATA_SCHEMA, VIEW_SCHEMA } from '../names/object-names.ts';
import { IMPERSONATION_PROCEDURES } from '../objects/impersonation-procedures.ts';
import { IMPERSONATION_TABLE } from '../objects/impersonation-table.ts';
import { ABSENT, type Observer } from './look.ts';

/** Looks at something in the managed database: it is ours when the service account owns it. */
function observeOwned(query: Sql): Observer {
  return async ({ session, account, signal }) => {
    const rows = await session.query(query, { signal });
    if (rows.length === 0) return ABSENT;
    return { state: rows.every((row) => row.owner === account) ? 'ours' : 'foreign' };
  };
}

const OWNER = sql`(SELECT account.usename FROM pg_catalog.pg_user AS account WHERE account.usesysid = listed.owner) AS owner`;

function schema(name: string): Observer {
  return observeOwned(
    sql`SELECT ${OWNER} FROM (SELECT nspowner AS owner FROM pg_catalog.pg_namespace WHERE nspname = ${literal(name)}) AS listed`,
  );
}

function procedure(name: string, parameters: number): Observer {
  return observeOwned(
    sql`SELECT ${OWNER} FROM (SELECT made.proowner AS owner FROM pg_catalog.pg_proc AS made, pg_catalog.pg_namespace AS space WHERE made.pronamespace = space.oid AND space.nspname = ${literal(METADATA_SCHEMA)} AND made.proname = ${literal(name)} AND made.pronargs = ${literal(parameters)}) AS listed`,
  );
}

const { impersonate, stop } = IMPERSONATION_PROCEDURES;

/** Looks at the schema for metadata. */
export const observeMetadataSchema = schema(METADATA_SCHEMA);
/** Looks at the schema for views. */
export const observeViewSchema = schema(VIEW_SCHEMA);
/** Looks at the procedure that begins an impersonation. */
export const observeImpersonate = procedure(impersonate.name, impersonate.parameters);
/** Looks at the procedure that ends one. */
export const observeStopImpersonating = procedure(stop.name, stop.parameters);
/** Looks at the table of impersonations. */
export const observeImpersonationTable = observeOwned(
  sql`SELECT ${OWNER} FROM (SELECT made.relowner AS owner FROM pg_catalog.pg_class AS made, pg_catalog.pg_namespace AS space WHERE made.relnamespace = space.oid AND space.nspname = ${literal(METADATA_SCHEMA)} AND made.relname = ${literal(IMPERSONATION_TABLE)}) AS listed`,
);
