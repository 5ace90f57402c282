import { TABLES, type TableDeclaration, type TableName } from '@portcullis/core/ports';
import { layoutOf, toSnakeCase } from './layout-of.ts';
import type { TableLayout } from './table-layout.ts';

/** The types of columns, without the question mark of nullable ones. */
export type PlainType = 'id' | 'integer' | 'text' | 'boolean' | 'json' | 'time' | 'bytes';

/** A column under both of its names. */
export interface SqlColumn {
  /** The name in rows: `dueAt`. */
  readonly property: string;
  /** The name in the database: `due_at`. */
  readonly name: string;
  readonly type: PlainType;
  readonly nullable: boolean;
}

/** The properties of a table that statements need, computed once. */
export interface SqlTable {
  readonly name: string;
  readonly layout: TableLayout;
  readonly columns: readonly SqlColumn[];
  readonly byProperty: ReadonlyMap<string, SqlColumn>;
  /** The columns of a given row: all except the id. */
  readonly given: readonly SqlColumn[];
  readonly id: SqlColumn | undefined;
  /** The given columns of the key and of unique constraints: they identify the added rows among several. */
  readonly identity: readonly SqlColumn[];
  /**
   * The first columns of the key, of unique constraints, and of indexes by an id: all rows with one of their values belong to one
   * tenant, except those of a key that begins with the tenant.
   */
  readonly leading: ReadonlySet<string>;
  /**
   * Properties with the values for which a partial index exists. The index is used only if statements contain these
   * values literally.
   */
  readonly indexedValues: ReadonlyMap<string, ReadonlySet<string | boolean>>;
  /** The port's names of constraints, by their columns: `onePublicId` by `publicId`. */
  readonly constraintByColumns: ReadonlyMap<string, string>;
  /** The port's names of constraints, by their names in the database. */
  readonly constraintByName: ReadonlyMap<string, string>;
}

/** Returns the columns that a tenant sees: all except `tenant`. */
export function ownColumns({ columns }: Pick<SqlTable, 'columns'>): readonly SqlColumn[] {
  return columns.filter(({ property }) => property !== 'tenant');
}

function describe(table: TableName): SqlTable {
  const { columns: declared, key, unique = {}, indexes = {} }: TableDeclaration = TABLES[table];
  const layout = layoutOf(table);
  const wholeIndexes = Object.values(indexes).flatMap(({ columns, where }) => (where ? [] : [columns]));
  const columns = Object.entries(declared).map(([property, type]): SqlColumn => {
    const nullable = type.endsWith('?');
    return { property, name: toSnakeCase(property), type: type.replace('?', '') as PlainType, nullable };
  });
  const identifying = new Set([key, ...Object.values(unique)].flat());
  const given = columns.filter(({ type }) => type !== 'id');
  const constraints = [layout.key, ...(layout.unique ?? [])].map((named, index) => ({
    ...named,
    constraint: ['key', ...Object.keys(unique)][index] as string,
  }));
  return {
    name: layout.name,
    layout,
    columns,
    byProperty: new Map(columns.map((column) => [column.property, column])),
    given,
    id: columns.find(({ type }) => type === 'id'),
    identity: given.filter(({ property }) => identifying.has(property)),
    leading: new Set(
      [
        ...[key, ...Object.values(unique)].flatMap(([first = 'tenant']) => first),
        ...wholeIndexes.flatMap(([first = 'tenant']) => (declared[first] === 'integer' ? first : [])),
      ].filter((first) => first !== 'tenant'),
    ),
    indexedValues: collectIndexedValues(Object.values(indexes).map(({ where = {} }) => where)),
    constraintByColumns: new Map(constraints.map(({ columns: members, constraint }) => [members.join(), constraint])),
    constraintByName: new Map([
      ...constraints.map(({ name, constraint }) => [name, constraint] as const),
      // The primary key of a table with ids has the default name of PostgreSQL.
      [`${layout.name}_pkey`, 'key'],
    ]),
  };
}

function collectIndexedValues(
  conditions: readonly Readonly<Record<string, string | boolean>>[],
): Map<string, Set<string | boolean>> {
  const collected = new Map<string, Set<string | boolean>>();
  for (const [property, value] of conditions.flatMap((condition) => Object.entries(condition))) {
    collected.set(property, (collected.get(property) ?? new Set()).add(value));
  }
  return collected;
}

/** Every table, by its name in the port. */
export const SQL_TABLES = Object.fromEntries(
  (Object.keys(TABLES) as TableName[]).map((table) => [table, describe(table)]),
) as Readonly<Record<TableName, SqlTable>>;

/** The port's names of tables, by their names in the database. */
export const TABLE_NAMES: ReadonlyMap<string, TableName> = new Map(
  (Object.keys(TABLES) as TableName[]).map((table) => [SQL_TABLES[table].name, table]),
);
