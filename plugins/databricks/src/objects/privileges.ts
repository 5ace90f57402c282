import { ident, keyword, type Privilege, sql } from '@portcullis/plugin-api';
import { OBJECT_KEYS } from './object-keys.ts';

const METASTORE_ADMIN = 'a metastore admin';

/**
 * The privilege to create the catalog. Source: Databricks, "Unity Catalog privileges and securable objects", CREATE
 * CATALOG.
 */
export function catalogCreation(): Privilege {
  return {
    name: 'CREATE CATALOG',
    on: 'the metastore',
    anyOf: ['the role of metastore admin'],
    grant: (to) => sql`GRANT CREATE CATALOG ON METASTORE TO ${ident(to)}`,
    grantedBy: METASTORE_ADMIN,
  };
}

/**
 * The privilege to store the catalog in an external location, whose name the URL does not contain. Source: the same
 * page, CREATE MANAGED STORAGE.
 */
export function managedStorage(location: string): Privilege {
  return {
    name: 'CREATE MANAGED STORAGE',
    on: `the external location of ${location}`,
    grantedBy: 'the owner of the external location',
  };
}

/**
 * The privilege to run statements. It is granted in the permissions of the warehouse, not by a statement. Source:
 * Databricks, "SQL warehouse ACLs".
 */
export function warehouseUse(warehouse: string): Privilege {
  return {
    name: 'CAN USE',
    on: `SQL warehouse ${warehouse}`,
    operations: ['create', 'alter', 'drop', 'observe'],
    grantedBy: `a manager of SQL warehouse ${warehouse}`,
  };
}

/** Ownership, which the creator of the catalog has without a grant. */
export function catalogOwnership(catalog: string, operations: NonNullable<Privilege['operations']>): Privilege {
  return {
    name: 'OWNERSHIP',
    on: `catalog ${catalog}`,
    anyOf: ['MANAGE'],
    grantable: false,
    comesWith: OBJECT_KEYS.catalog,
    operations,
  };
}

/** The tables with the history of queries and the lineage of data. Source: Databricks, "System tables reference". */
export const AUDIT_TABLES = ['audit', 'table_lineage', 'column_lineage'] as const;

/** The privilege to grant access to the audit tables. No statement can make a principal an administrator. */
export function auditGranting(): readonly Privilege[] {
  return ['metastore', 'account'].map((adminOf) => ({
    name: 'the role of admin',
    on: `the ${adminOf}`,
    grantable: false,
    operations: ['create', 'drop'],
  }));
}

/** The privileges to read all three audit tables. */
export function auditReading(): readonly Privilege[] {
  const details = { operations: ['observe'], grantedBy: 'a metastore admin who is also an account admin' } as const;
  return [
    {
      ...details,
      name: 'USE CATALOG',
      on: 'catalog system',
      grant: (to) => sql`GRANT USE CATALOG ON CATALOG system TO ${ident(to)}`,
    },
    {
      ...details,
      name: 'USE SCHEMA',
      on: 'schema system.access',
      grant: (to) => sql`GRANT USE SCHEMA ON SCHEMA system.access TO ${ident(to)}`,
    },
    ...AUDIT_TABLES.map(
      (table): Privilege => ({
        ...details,
        name: 'SELECT',
        on: `table system.access.${table}`,
        grant: (to) => sql`GRANT SELECT ON TABLE system.access.${keyword(table, AUDIT_TABLES)} TO ${ident(to)}`,
      }),
    ),
  ];
}
