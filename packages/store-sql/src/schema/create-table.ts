import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { AnyTables, SqlFlavour } from './sql-flavour.ts';
import type { PlainType } from './sql-table.ts';
import type { IndexLayout, TableLayout } from './table-layout.ts';

/** Creates a table with its key, its unique constraints and its indexes. */
export async function createTable(db: Kysely<AnyTables>, flavour: SqlFlavour, layout: TableLayout): Promise<void> {
  let table: CreateTableBuilder<string, string> = db.schema.createTable(layout.name);
  let keyed = false;
  for (const [name, declared] of Object.entries(layout.columns)) {
    const type = declared.replace('?', '') as PlainType;
    keyed ||= type === 'id';
    table = table.addColumn(name, sql`${flavour.columnTypes[type]}`, (column) => {
      if (type === 'id') return flavour.idColumn(column);
      return declared.endsWith('?') ? column : column.notNull();
    });
  }
  if (!keyed) table = table.addPrimaryKeyConstraint(layout.key.name, [...layout.key.columns]);
  for (const { name, columns } of layout.unique ?? []) table = table.addUniqueConstraint(name, [...columns]);
  if (flavour.tableOptions) table = table.modifyEnd(flavour.tableOptions);
  await table.execute();
  for (const index of layout.indexes ?? []) await createIndex(db, flavour, layout, index);
}

async function createIndex(
  db: Kysely<AnyTables>,
  flavour: SqlFlavour,
  layout: TableLayout,
  { name, columns, where = {} }: IndexLayout,
): Promise<void> {
  let index = db.schema
    .createIndex(name)
    .on(layout.name)
    .columns([...columns]);
  for (const [column, value] of Object.entries(where)) {
    const encode = flavour.encode[layout.columns[column]?.replace('?', '') as PlainType];
    index = index.where(sql.ref(column), '=', sql.lit(encode ? encode(value as never) : value));
  }
  await index.execute();
}
