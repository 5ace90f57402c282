import { literal, type Sql, sql } from '@portcullis/plugin-api';
import { isTrue } from '../connection/redshift-session.ts';
import type { Engine } from '../engine.ts';
import { METADATA_SCHEMA, VIEW_SCHEMA } from '../names/object-names.ts';
import { bodyDigest } from '../objects/body-digest.ts';
import { IMPERSONATION_PROCEDURES } from '../objects/impersonation-procedures.ts';
import { IMPERSONATION_TABLE } from '../objects/impersonation-table.ts';
import { ABSENT, type Observer } from './observation-request.ts';

/** Creates the observer of an object in the managed database, which is ours if the service account owns it. */
function observeOwned(query: Readonly<Record<Engine, Sql>>): Observer {
  return async ({ session, engine, account, signal }) => {
    const rows = await session.query(query[engine], { signal });
    if (rows.length === 0) return ABSENT;
    if (rows.some((row) => row.owner !== account)) return { state: 'foreign' };
    return engine === 'redshift'
      ? { state: 'ours' }
      : { state: 'ours', values: { everybody: rows.some((row) => isTrue(row.everybody)) } };
  };
}

const OWNER = sql`(SELECT account.usename FROM pg_catalog.pg_user AS account WHERE account.usesysid = listed.owner) AS owner`;

/**
 * The privileges of all accounts on a schema, a table or a procedure. Unset if the platform's list of grants has
 * another form.
 */
const PUBLIC_GRANTS = {
  schema: byEngine(
    sql`EXISTS (SELECT 1 FROM aclexplode(made.nspacl) AS access WHERE access.grantee = 0 AND access.privilege_type = 'CREATE')`,
  ),
  table: byEngine(sql`EXISTS (SELECT 1 FROM aclexplode(made.relacl) AS access WHERE access.grantee = 0)`),
  procedure: byEngine(
    sql`EXISTS (SELECT 1 FROM aclexplode(coalesce(made.proacl, acldefault('f', made.proowner))) AS access WHERE access.grantee = 0)`,
  ),
};

/** The test that a procedure runs as its owner with a fixed search path. */
const AS_OWNER = byEngine(sql`made.prosecdef AND coalesce(made.proconfig::text, '') = '{search_path=pg_catalog}'`);

function byEngine(postgresql: Sql): Readonly<Record<Engine, Sql>> {
  return { redshift: sql`NULL::boolean`, postgresql };
}

function schema(name: string): Observer {
  const query = (engine: Engine): Sql =>
    sql`SELECT ${OWNER}, listed.everybody FROM (SELECT made.nspowner AS owner, ${PUBLIC_GRANTS.schema[engine]} AS everybody FROM pg_catalog.pg_namespace AS made WHERE made.nspname = ${literal(name)}) AS listed`;
  return observeOwned({ redshift: query('redshift'), postgresql: query('postgresql') });
}

function table(name: string): Observer {
  const query = (engine: Engine): Sql =>
    sql`SELECT ${OWNER}, listed.everybody FROM (SELECT made.relowner AS owner, ${PUBLIC_GRANTS.table[engine]} AS everybody FROM pg_catalog.pg_class AS made, pg_catalog.pg_namespace AS space WHERE made.relnamespace = space.oid AND space.nspname = ${literal(METADATA_SCHEMA)} AND made.relname = ${literal(name)}) AS listed`;
  return observeOwned({ redshift: query('redshift'), postgresql: query('postgresql') });
}

function procedure(name: string, parameters: number): Observer {
  return async ({ session, engine, account, signal }) => {
    const [row, ...more] = await session.query(
      sql`SELECT ${OWNER}, listed.body, listed.everybody, listed.as_owner FROM (SELECT made.proowner AS owner, made.prosrc AS body, ${PUBLIC_GRANTS.procedure[engine]} AS everybody, ${AS_OWNER[engine]} AS as_owner FROM pg_catalog.pg_proc AS made, pg_catalog.pg_namespace AS space WHERE made.pronamespace = space.oid AND space.nspname = ${literal(METADATA_SCHEMA)} AND made.proname = ${literal(name)} AND made.pronargs = ${literal(parameters)}) AS listed`,
      { signal },
    );
    if (!row) return ABSENT;
    if ([row, ...more].some(({ owner }) => owner !== account)) return { state: 'foreign' };
    // Amazon Redshift may return a body in another form than the written one.
    if (engine === 'redshift') return { state: 'ours' };
    const values = {
      body: bodyDigest(String(row.body)),
      everybody: isTrue(row.everybody),
      asOwner: isTrue(row.as_owner),
    };
    return { state: 'ours', values };
  };
}

const { impersonate, stop } = IMPERSONATION_PROCEDURES;

/** Observes the schema for metadata. */
export const observeMetadataSchema = schema(METADATA_SCHEMA);
/** Observes the schema for views. */
export const observeViewSchema = schema(VIEW_SCHEMA);
/** Observes the procedure that begins an impersonation. */
export const observeImpersonate = procedure(impersonate.name, impersonate.parameters);
/** Observes the procedure that ends an impersonation. */
export const observeStopImpersonating = procedure(stop.name, stop.parameters);
/** Observes the table of impersonations. */
export const observeImpersonationTable = table(IMPERSONATION_TABLE);
