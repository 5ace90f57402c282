import { literal, type Sql, sql } from '@portcullis/plugin-api';
import { isTrue } from '../connection/redshift-session.ts';
import type { Engine } from '../engine.ts';
import { METADATA_SCHEMA, VIEW_SCHEMA } from '../names/object-names.ts';
import { bodyDigest } from '../objects/body-digest.ts';
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

/** Whether everybody may call a procedure. Nothing is said where the platform's list of grants has another form. */
const EVERYBODY: Readonly<Record<Engine, Sql>> = {
  redshift: sql`NULL::boolean`,
  postgresql: sql`EXISTS (SELECT 1 FROM aclexplode(coalesce(made.proacl, acldefault('f', made.proowner))) AS access WHERE access.grantee = 0)`,
};

function procedure(name: string, parameters: number): Observer {
  return async ({ session, engine, account, signal }) => {
    const [row, ...more] = await session.query(
      sql`SELECT ${OWNER}, listed.body, listed.everybody FROM (SELECT made.proowner AS owner, made.prosrc AS body, ${EVERYBODY[engine]} AS everybody FROM pg_catalog.pg_proc AS made, pg_catalog.pg_namespace AS space WHERE made.pronamespace = space.oid AND space.nspname = ${literal(METADATA_SCHEMA)} AND made.proname = ${literal(name)} AND made.pronargs = ${literal(parameters)}) AS listed`,
      { signal },
    );
    if (!row) return ABSENT;
    if ([row, ...more].some(({ owner }) => owner !== account)) return { state: 'foreign' };
    // Amazon Redshift may give a body back in another form than it was written in.
    if (engine === 'redshift') return { state: 'ours' };
    return { state: 'ours', values: { body: bodyDigest(String(row.body)), everybody: isTrue(row.everybody) } };
  };
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
