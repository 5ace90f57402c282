import { type ContentsQuery, literal, type Sql, sql } from '@portcullis/plugin-api';
import type { Engine } from '../engine.ts';

/** Schemas that every database has. Source: Amazon Redshift Database Developer Guide, "Schemas". */
const NOT_SYSTEM_SCHEMA = sql`space.nspname <> 'information_schema' AND space.nspname <> 'catalog_history' AND substring(space.nspname, 1, 3) <> 'pg_'`;

/** The managed database of a search, and its service account. */
export interface ContentsScope {
  readonly database: string;
  readonly account: string;
}

/**
 * Lists the contents of a managed database that its service account does not own: the service creates all of its
 * contents, so other objects are foreign. It must run in that database. The owner is NULL for a role that cannot sign
 * in.
 */
export function foreignContents({ database, account }: ContentsScope, engine: Engine): readonly ContentsQuery[] {
  const ownedByOther = (owner: Sql): Sql =>
    sql`NOT EXISTS (SELECT 1 FROM pg_catalog.pg_user AS account WHERE account.usesysid = ${owner} AND account.usename = ${literal(account)})`;
  return [
    {
      list: sql`SELECT 'schema' AS kind, space.nspname AS name FROM pg_catalog.pg_namespace AS space WHERE ${NOT_SYSTEM_SCHEMA} AND space.nspname <> 'public' AND ${ownedByOther(sql`space.nspowner`)} ORDER BY 2`,
    },
    {
      list: sql`SELECT CASE made.relkind WHEN 'v' THEN 'view' WHEN 'S' THEN 'sequence' ELSE 'table' END AS kind, space.nspname || '.' || made.relname AS name FROM pg_catalog.pg_class AS made, pg_catalog.pg_namespace AS space WHERE made.relnamespace = space.oid AND made.relkind IN ('r', 'v', 'm', 'f', 'p', 'S') AND ${NOT_SYSTEM_SCHEMA} AND ${ownedByOther(sql`made.relowner`)} ORDER BY 2`,
    },
    {
      list: sql`SELECT 'procedure' AS kind, space.nspname || '.' || made.proname AS name FROM pg_catalog.pg_proc AS made, pg_catalog.pg_namespace AS space WHERE made.pronamespace = space.oid AND ${NOT_SYSTEM_SCHEMA} AND ${ownedByOther(sql`made.proowner`)} ORDER BY 2`,
    },
    ...(engine === 'redshift' ? redshiftContents(database, account) : []),
  ];
}

/**
 * Contents without a schema. An account that is not a superuser sees only its own libraries and row-level security
 * policies, and may see no masking policies and data shares. Policies show the user who changed them last. Sources:
 * Amazon Redshift Database Developer Guide, "PG_LIBRARY", "SVV_RLS_POLICY", "SVV_MASKING_POLICY", "SVV_DATASHARES".
 */
function redshiftContents(database: string, account: string): readonly ContentsQuery[] {
  const ours = sql`(SELECT account.usesysid FROM pg_catalog.pg_user AS account WHERE account.usename = ${literal(account)})`;
  return [
    {
      list: sql`SELECT 'library' AS kind, made.name AS name FROM pg_catalog.pg_library AS made WHERE made.owner NOT IN ${ours} ORDER BY 2`,
    },
    {
      list: sql`SELECT 'row-level security policy' AS kind, made.polname AS name FROM pg_catalog.svv_rls_policy AS made WHERE made.poldb = ${literal(database)} AND made.polmodifiedby <> ${literal(account)} ORDER BY 2`,
    },
    {
      list: sql`SELECT 'masking policy' AS kind, made.policy_name AS name FROM pg_catalog.svv_masking_policy AS made WHERE made.policy_database = ${literal(database)} AND made.policy_modified_by <> ${literal(account)} ORDER BY 2`,
    },
    {
      list: sql`SELECT 'data share' AS kind, made.share_name AS name FROM pg_catalog.svv_datashares AS made WHERE made.share_type = 'OUTBOUND' AND made.source_database = ${literal(database)} AND made.share_owner NOT IN ${ours} ORDER BY 2`,
    },
  ];
}
