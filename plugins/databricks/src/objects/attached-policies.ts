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

/** The type of the table of a policy. Source: "INFORMATION_SCHEMA.TABLES". */
const JOIN_TABLES = sql`LEFT JOIN system.information_schema.tables AS listed ON listed.table_catalog = attached.catalog_name AND listed.table_schema = attached.schema_name AND listed.table_name = attached.table_name`;

/**
 * Returns the query for tables of other catalogs whose rows a function of the catalog filters. Source:
 * "INFORMATION_SCHEMA.ROW_FILTERS".
 */
export function filteredTables(catalog: string): Sql {
  return sql`SELECT attached.catalog_name, attached.schema_name, attached.table_name, listed.table_type FROM system.information_schema.row_filters AS attached ${JOIN_TABLES} WHERE attached.filter_catalog = ${literal(catalog)} AND attached.catalog_name <> ${literal(catalog)}`;
}

/**
 * Returns the query for columns of other catalogs that a function of the catalog masks. Source:
 * "INFORMATION_SCHEMA.COLUMN_MASKS".
 */
export function maskedColumns(catalog: string): Sql {
  return sql`SELECT attached.catalog_name, attached.schema_name, attached.table_name, attached.column_name, listed.table_type FROM system.information_schema.column_masks AS attached ${JOIN_TABLES} WHERE attached.mask_catalog = ${literal(catalog)} AND attached.catalog_name <> ${literal(catalog)}`;
}

/**
 * The words for tables with a statement of their own, by their type. Sources: "ALTER MATERIALIZED VIEW", "ALTER STREAMING
 * TABLE".
 */
const KIND_WORDS: Readonly<Record<string, Sql>> = {
  MATERIALIZED_VIEW: sql`MATERIALIZED VIEW`,
  STREAMING_TABLE: sql`STREAMING TABLE`,
};

const COLUMNS = ['catalog_name', 'schema_name', 'table_name', 'column_name'] as const;

/**
 * The row filters and column masks that the host has applied to tables. A table whose function is dropped becomes
 * unreadable, so they are removed first. Source: Databricks, "Row filters and column masks", Limitations.
 */
export const ATTACHED_POLICIES: readonly Family[] = [
  family(
    'row-filters',
    'row filter',
    filteredTables,
    (path) => sql`ALTER ${kindClause(path)} ${tableIdentifier(path)} DROP ROW FILTER`,
  ),
  family(
    'column-masks',
    'column mask',
    maskedColumns,
    (path) =>
      sql`ALTER ${kindClause(path)} ${tableIdentifier(path)} ALTER COLUMN ${ident(path.column_name ?? '')} DROP MASK`,
  ),
];

type Path = Readonly<Record<string, string>>;

function family(key: string, kind: string, listed: (catalog: string) => Sql, detach: (path: Path) => Sql): Family {
  return {
    key,
    kind,
    stage: WORKSPACE_STAGE,
    blocks: [OBJECT_KEYS.catalog],
    async list(session, { config: { catalog }, signal }) {
      return (await session.query(listed(catalog), signal)).map(listedPolicy);
    },
    drop: ({ details = {} }) => [{ text: detach(details) }],
    needs: ({ details = {} }) => [manageTablePrivilege(details)],
  };
}

function listedPolicy(row: Readonly<Record<string, string | null>>): ListedRuntimeObject {
  const parts = COLUMNS.flatMap((column) => (row[column] ? [[column, row[column]] as const] : []));
  const type = row.table_type ? [['table_type', row.table_type] as const] : [];
  return { name: parts.map(([, part]) => part).join('.'), details: Object.fromEntries([...parts, ...type]) };
}

function kindClause({ table_type: type = '' }: Path): Sql {
  return KIND_WORDS[type] ?? sql`TABLE`;
}

function tableIdentifier({ catalog_name: catalog = '', schema_name: schema = '', table_name: table = '' }: Path): Sql {
  return ident(catalog, schema, table);
}

function manageTablePrivilege(path: Path): Privilege {
  const name = [path.catalog_name, path.schema_name, path.table_name].join('.');
  return {
    name: 'MANAGE',
    on: `table ${name}`,
    anyOf: ['OWNERSHIP'],
    operations: ['drop'],
    grant: (to) => sql`GRANT MANAGE ON TABLE ${tableIdentifier(path)} TO ${ident(to)}`,
    grantedBy: `the owner of table ${name}`,
  };
}
