import {
  ident,
  type ListedRuntimeObject,
  literal,
  type ObjectFamily,
  type Privilege,
  type Sql,
  sql,
} from '@portcullis/plugin-api';
import type { DatabricksConfig } from '../config/config-schema.ts';
import type { DatabricksSession } from '../connection/databricks-session.ts';
import { WORKSPACE_STAGE } from '../stages.ts';
import { OBJECT_KEYS } from './object-keys.ts';

type Family = ObjectFamily<DatabricksSession, DatabricksConfig>;

/**
 * Returns the query for tables of other catalogs whose rows a function of the catalog filters. Source:
 * "INFORMATION_SCHEMA.ROW_FILTERS".
 */
export function filteredTables(catalog: string): Sql {
  return sql`SELECT catalog_name, schema_name, table_name FROM system.information_schema.row_filters WHERE filter_catalog = ${literal(catalog)} AND catalog_name <> ${literal(catalog)}`;
}

/**
 * Returns the query for columns of other catalogs that a function of the catalog masks. Source:
 * "INFORMATION_SCHEMA.COLUMN_MASKS".
 */
export function maskedColumns(catalog: string): Sql {
  return sql`SELECT catalog_name, schema_name, table_name, column_name FROM system.information_schema.column_masks WHERE mask_catalog = ${literal(catalog)} AND catalog_name <> ${literal(catalog)}`;
}

const COLUMNS = ['catalog_name', 'schema_name', 'table_name', 'column_name'] as const;

/**
 * The row filters and column masks that the host has applied to tables. A table whose function is dropped becomes
 * unreadable, so they are removed first. Source: Databricks, "Row filters and column masks", Limitations.
 */
export const ATTACHED_POLICIES: readonly Family[] = [
  family('row-filters', 'row filter', filteredTables, (path) => sql`ALTER TABLE ${tableIn(path)} DROP ROW FILTER`),
  family(
    'column-masks',
    'column mask',
    maskedColumns,
    (path) => sql`ALTER TABLE ${tableIn(path)} ALTER COLUMN ${ident(path.column_name ?? '')} DROP MASK`,
  ),
];

type Path = Readonly<Record<string, string>>;

function family(key: string, kind: string, listed: (catalog: string) => Sql, detach: (path: Path) => Sql): Family {
  return {
    key,
    kind,
    stage: WORKSPACE_STAGE,
    before: [OBJECT_KEYS.catalog],
    async list(session, { config: { catalog }, signal }) {
      return (await session.query(listed(catalog), signal)).map(memberOf);
    },
    drop: ({ details = {} }) => [{ text: detach(details) }],
    needs: ({ details = {} }) => [tableManagement(details)],
  };
}

function memberOf(row: Readonly<Record<string, string | null>>): ListedRuntimeObject {
  const parts = COLUMNS.flatMap((column) => (row[column] ? [[column, row[column]] as const] : []));
  return { name: parts.map(([, part]) => part).join('.'), details: Object.fromEntries(parts) };
}

function tableIn({ catalog_name: catalog = '', schema_name: schema = '', table_name: table = '' }: Path): Sql {
  return ident(catalog, schema, table);
}

function tableManagement(path: Path): Privilege {
  const name = [path.catalog_name, path.schema_name, path.table_name].join('.');
  return {
    name: 'MANAGE',
    on: `table ${name}`,
    anyOf: ['OWNERSHIP'],
    operations: ['drop'],
    grant: (to) => sql`GRANT MANAGE ON TABLE ${tableIn(path)} TO ${ident(to)}`,
    grantedBy: `the owner of table ${name}`,
  };
}
