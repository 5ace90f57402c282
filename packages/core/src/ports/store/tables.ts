import type { ColumnType, ColumnValue, TableDeclaration } from './columns.ts';
import { INTEGRATION_TABLES } from './integration-tables.ts';
import { SECURITY_TABLES } from './security-tables.ts';
import { TENANT_TABLES } from './tenant-tables.ts';
import { WEBHOOK_TABLES } from './webhook-tables.ts';

/** The tables without the column `tenant`, which each of them has. */
const DECLARED = {
  ...TENANT_TABLES,
  ...INTEGRATION_TABLES,
  ...WEBHOOK_TABLES,
  ...SECURITY_TABLES,
} as const satisfies Readonly<Record<string, TableDeclaration>>;

/**
 * Every table of the store. Portcullis stores no other data; see "Stored data" in the docs. The first column of each table is
 * `tenant`.
 */
export const TABLES = withTenant(DECLARED);

/** The name of a table. */
export type TableName = keyof typeof TABLES;

function withTenant<Name extends string>(
  tables: Readonly<Record<Name, TableDeclaration>>,
): Readonly<Record<Name, TableDeclaration>> {
  const entries = Object.entries<TableDeclaration>(tables).map(([name, table]) => [
    name,
    { ...table, columns: { tenant: 'text', ...table.columns } },
  ]);
  return Object.fromEntries(entries) as Record<Name, TableDeclaration>;
}

type Columns<Table extends TableName> = (typeof DECLARED)[Table]['columns'];

/** A stored row without its tenant. */
export type Row<Table extends TableName> = {
  [Column in keyof Columns<Table>]: Columns<Table>[Column] extends ColumnType
    ? ColumnValue<Columns<Table>[Column]>
    : never;
};

/** A row with the tenant that it belongs to: the id that the host gave it, '' for the default tenant. */
export type OwnedRow<Table extends TableName> = Row<Table> & { readonly tenant: string };

/** A row to insert for a tenant. */
export type NewOwnedRow<Table extends TableName> = NewRow<Table> & { readonly tenant: string };

type IdColumn<Table extends TableName> = {
  [Column in keyof Columns<Table>]: Columns<Table>[Column] extends 'id' ? Column : never;
}[keyof Columns<Table>];

/** A row to insert: the store assigns the `id`, and nullable columns may be omitted. */
export type NewRow<Table extends TableName> = {
  [Column in RequiredColumn<Table>]: Row<Table>[Column];
} & { [Column in Exclude<keyof Row<Table>, RequiredColumn<Table> | IdColumn<Table>>]?: Row<Table>[Column] };

type RequiredColumn<Table extends TableName> = Exclude<
  | { [Column in keyof Row<Table>]: null extends Row<Table>[Column] ? never : Column }[keyof Row<Table>]
  | JsonColumn<Table>,
  IdColumn<Table>
>;

type JsonColumn<Table extends TableName> = {
  [Column in keyof Columns<Table>]: Columns<Table>[Column] extends 'json' ? Column : never;
}[keyof Columns<Table>];
