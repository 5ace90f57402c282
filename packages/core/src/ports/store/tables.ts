import type { ColumnType, ColumnValue, TableDeclaration } from './columns.ts';
import { INTEGRATION_TABLES } from './integration-tables.ts';
import { SECURITY_TABLES } from './security-tables.ts';
import { WEBHOOK_TABLES } from './webhook-tables.ts';

/** Every table of the store. The one place that says what Portcullis keeps; see also "Stored data" in the docs. */
export const TABLES = {
  ...INTEGRATION_TABLES,
  ...WEBHOOK_TABLES,
  ...SECURITY_TABLES,
} as const satisfies Readonly<Record<string, TableDeclaration>>;

/** The name of a table. */
export type TableName = keyof typeof TABLES;

type Columns<Table extends TableName> = (typeof TABLES)[Table]['columns'];

/** A stored row. */
export type Row<Table extends TableName> = {
  [Column in keyof Columns<Table>]: Columns<Table>[Column] extends ColumnType
    ? ColumnValue<Columns<Table>[Column]>
    : never;
};

type IdColumn<Table extends TableName> = {
  [Column in keyof Columns<Table>]: Columns<Table>[Column] extends 'id' ? Column : never;
}[keyof Columns<Table>];

/** A row to insert: the store gives the `id`, and nullable columns may be left out. */
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
