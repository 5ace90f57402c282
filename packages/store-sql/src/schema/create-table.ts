import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { AnyTables, SqlFlavour } from './sql-flavour.ts';
import type { PlainType } from './sql-table.ts';
import type { IndexLayout, TableLayout } from './table-layout.ts';

/**
 * Creates a table with its key, its unique constraints and its indexes. Where an interrupted migration cannot be rolled
 * back, the next one completes it, so everything that exists already is kept.
 */
export async function createTable(db: Kysely<AnyTables>, flavour: SqlFlavour, layout: TableLayout): Promise<void> {
  const completes = !flavour.language.createAdapter().supportsTransactionalDdl;
  if ('id' in layout.columns) await flavour.createIdSequence?.(db, layout.name);
  let table: CreateTableBuilder<string, string> = db.schema.createTable(layout.name);
  if (completes) table = table.ifNotExists();
  let keyed = false;
  for (const [name, declared] of Object.entries(layout.columns)) {
    const type = declared.replace('?', '') as PlainType;
    keyed ||= type === 'id';
    table = table.addColumn(name, sql`${columnType(flavour, layout, name, type)}`, (column) => {
      if (type === 'id') return flavour.idColumn(column);
      return declared.endsWith('?') ? column : column.notNull();
    });
  }
  if (!keyed) table = table.addPrimaryKeyConstraint(layout.key.name, [...layout.key.columns]);
  for (const { name, columns } of layout.unique ?? []) table = table.addUniqueConstraint(name, [...columns]);
  if (flavour.tableOptions) table = table.modifyEnd(flavour.tableOptions);
  await table.execute();
  for (const index of layout.indexes ?? []) await createIndex(db, flavour, layout, { index, completes });
  await flavour.completeTable?.(db, layout.name);
}

function columnType(flavour: SqlFlavour, layout: TableLayout, name: string, type: PlainType): RawBuilder<unknown> {
  const limit = type === 'text' ? flavour.textLimit?.(layout, name) : undefined;
  return (limit !== undefined && flavour.limitedText?.(limit)) || flavour.columnTypes[type];
}

async function createIndex(
  db: Kysely<AnyTables>,
  flavour: SqlFlavour,
  layout: TableLayout,
  { index, completes }: { readonly index: IndexLayout; readonly completes: boolean },
): Promise<void> {
  const { name, columns, where = {} } = index;
  const conditions = Object.entries(where);
  const own = flavour.endsIndexesWithId ? withoutLastId(columns) : columns;
  const indexed = flavour.partialIndexes ? own : [...conditions.map(([column]) => column), ...own];
  let statement = db.schema
    .createIndex(name)
    .on(layout.name)
    .columns(indexed.map((column) => flavour.indexPart?.(layout, index, column) ?? column));
  if (completes) statement = statement.ifNotExists();
  for (const [column, value] of flavour.partialIndexes ? conditions : []) {
    const encode = flavour.encode[layout.columns[column]?.replace('?', '') as PlainType];
    statement = statement.where(sql.ref(column), '=', sql.lit(encode ? encode(value as never) : value));
  }
  await statement.execute();
}

function withoutLastId(columns: readonly string[]): readonly string[] {
  return columns.length > 1 && columns.at(-1) === 'id' ? columns.slice(0, -1) : columns;
}
