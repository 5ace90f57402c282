import { type Sql, sql } from '@portcullis/plugin-api';
import type { Engine } from '../engine.ts';

/**
 * A catalog of the platform: its relation, and the columns of names and ids. The columns are qualified, since `oid`
 * alone is a reserved word of Amazon Redshift.
 */
export interface Catalog {
  readonly from: Sql;
  readonly name: Sql;
  readonly id: Sql;
}

/** A catalog of accounts, with the columns of their privileges. */
export interface AccountCatalog extends Catalog {
  readonly superuser: Sql;
  readonly createsDatabases: Sql;
}

/** The databases of both engines. */
export const DATABASES: Catalog = {
  from: sql`pg_catalog.pg_database AS listed`,
  name: sql`listed.datname`,
  id: sql`listed.oid`,
};

/** The catalog of account names. On PostgreSQL, users and roles share one. */
export const ACCOUNTS: Readonly<Record<Engine, AccountCatalog>> = {
  redshift: {
    from: sql`pg_catalog.pg_user AS listed`,
    name: sql`listed.usename`,
    id: sql`listed.usesysid`,
    superuser: sql`listed.usesuper`,
    createsDatabases: sql`listed.usecreatedb`,
  },
  postgresql: {
    from: sql`pg_catalog.pg_roles AS listed`,
    name: sql`listed.rolname`,
    id: sql`listed.oid`,
    superuser: sql`listed.rolsuper`,
    createsDatabases: sql`listed.rolcreatedb`,
  },
};

/** The roles. Source: Amazon Redshift Database Developer Guide, "SVV_ROLES". */
export const ROLES: Readonly<Record<Engine, Catalog>> = {
  redshift: { from: sql`pg_catalog.svv_roles AS listed`, name: sql`listed.role_name`, id: sql`listed.role_id` },
  postgresql: { from: sql`pg_catalog.pg_roles AS listed`, name: sql`listed.rolname`, id: sql`listed.oid` },
};

/** Returns the query for the rows of a catalog with a given name. */
export function named({ from, name }: Catalog, wanted: Sql): Sql {
  return sql`${from} WHERE ${name} = ${wanted}`;
}
