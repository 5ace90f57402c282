import type { EngineQuery } from '@portcullis/core/ports';
import {
  type CompiledQuery,
  type Expression,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  type SqlBool,
  sql,
} from 'kysely';
import type { AnyTables, EachSource, Selection, SqlFlavour } from '../schema/sql-flavour.ts';
import { ownColumns, type SqlColumn, type SqlTable } from '../schema/sql-table.ts';
import { COUNTS_TABLE } from './attempt-counts.ts';
import { type Page, pageOf } from './page.ts';
import { parameter } from './parameter.ts';

/** A new value of a column, or an increment. */
export interface SqlChange {
  readonly column: SqlColumn;
  readonly kind: 'set' | 'add';
  /** The encoded value, or the increment. */
  readonly value: unknown;
}

/** A builder of statements. Their parameters are in the order of the arguments. */
export interface StatementBuilder {
  insert(table: SqlTable, count: number, parameters: readonly unknown[], absentOnly: boolean): CompiledQuery;
  /** Inserts whole rows, with their ids. */
  restore(table: SqlTable, count: number, parameters: readonly unknown[]): CompiledQuery;
  find(table: SqlTable, condition: Condition, query: EngineQuery): CompiledQuery;
  /** Finds the rows for each of some values of a column. */
  findEach(
    table: SqlTable,
    condition: Condition,
    query: EngineQuery,
    each: { readonly column: SqlColumn; readonly source: EachSource },
  ): CompiledQuery;
  count(table: SqlTable, condition: Condition): CompiledQuery;
  /** Sums the stored counts of the attempts that match. */
  storedCount(condition: Condition): CompiledQuery;
  update(table: SqlTable, changes: readonly SqlChange[], condition: Condition): CompiledQuery;
  remove(table: SqlTable, condition: Condition): CompiledQuery;
}

type Condition = Expression<SqlBool> | undefined;

const asProperty = ({ name, property }: SqlColumn) => `${name} as ${property}` as const;

/** Creates the builder for one engine. `db` only compiles. */
export function createStatementBuilder(db: Kysely<AnyTables>, flavour: SqlFlavour): StatementBuilder {
  const asResult = (column: SqlColumn) => flavour.result?.(column) ?? asProperty(column);
  const selected = (table: SqlTable, { omitsTenant }: EngineQuery) =>
    (omitsTenant ? ownColumns(table) : table.columns).map(asResult);
  const orderOf = (table: SqlTable, query: EngineQuery) =>
    sql.join(sortingTerms(query).map((term) => orderTerm(table, flavour, query, term)));
  const orderedRows = (table: SqlTable, condition: Condition, query: EngineQuery): Selection =>
    db
      .selectFrom(table.name)
      .$if(condition !== undefined, (select) => select.where(condition as Expression<SqlBool>))
      .orderBy(orderOf(table, query));
  const locked = (rows: Selection, { lock }: EngineQuery): Selection =>
    rows
      .$if(lock !== undefined && flavour.locksRows, (select) => select.forUpdate())
      .$if(lock === 'skip-locked' && flavour.locksRows, (select) => select.skipLocked());
  return {
    insert(table, count, parameters, absentOnly) {
      const { nextId } = flavour;
      const idOf = nextId && table.id ? (position: number) => nextId(table.name, position) : undefined;
      return db
        .insertInto(table.name)
        .columns([...(idOf && table.id ? [table.id] : []), ...table.given].map(({ name }) => name))
        .expression(flavour.rowSource.write(table.given, count, parameters, idOf))
        .$if(absentOnly, (insert) =>
          flavour.skipsTaken === 'insert ignore' ? insert.ignore() : skippingTaken(insert, table),
        )
        .returning([...(table.id ? [table.id] : []), ...table.identity].map(asResult))
        .compile();
    },
    restore(table, count, parameters) {
      return db
        .insertInto(table.name)
        .columns(table.columns.map(({ name }) => name))
        .expression(flavour.rowSource.write(table.columns, count, parameters))
        .compile();
    },
    find(table, condition, query) {
      const page = pageOf(query);
      const rows = orderedRows(table, condition, query)
        .select(selected(table, query))
        .$if(page !== undefined, (select) => {
          const { limit, offset } = page as Page;
          return select.limit(parameter(flavour, limit, 'integer')).offset(parameter(flavour, offset, 'integer'));
        });
      return locked(rows, query).compile();
    },
    findEach(table, condition, query, { column, source }) {
      const rows = orderedRows(table, condition, query)
        .where(sql<SqlBool>`${sql.ref(column.name)} = each.value`)
        .limit(parameter(flavour, query.limit as number, 'integer'));
      return db
        .selectFrom(source.build(db, table.name, locked(rows, query)).as(table.name))
        .select(selected(table, query))
        .orderBy(orderOf(table, query))
        .compile();
    },
    count(table, condition) {
      const statement = db.selectFrom(table.name).select(sql<number>`count(*)`.as('rows'));
      return (condition ? statement.where(condition) : statement).compile();
    },
    storedCount(condition) {
      const statement = db.selectFrom(COUNTS_TABLE).select(sql<number>`coalesce(sum(count), 0)`.as('rows'));
      return (condition ? statement.where(condition) : statement).compile();
    },
    update(table, changes, condition) {
      const values = changes.map(({ column: { name, type }, kind, value }) => {
        const given = parameter(flavour, value, type);
        return [name, kind === 'set' ? given : sql`${sql.ref(name)} + ${given}`];
      });
      const statement = db.updateTable(table.name).set(Object.fromEntries(values));
      return (condition ? statement.where(condition) : statement).compile();
    },
    remove(table, condition) {
      const statement = db.deleteFrom(table.name);
      return (condition ? statement.where(condition) : statement).compile();
    },
  };
}

/**
 * Returns the terms of an order without the columns that have the same value in all rows. MariaDB would sort the rows for
 * them, and lock more than it returns.
 */
function sortingTerms({ orderBy, tests: [only = [], ...others] }: EngineQuery): EngineQuery['orderBy'] {
  if (others.length > 0) return orderBy;
  const same = new Set(only.filter(({ operator }) => operator === 'eq').map(({ column }) => column));
  const sorting = orderBy.filter(([property]) => !same.has(property));
  return sorting.length > 0 ? sorting : orderBy.slice(0, 1);
}

function orderTerm(
  table: SqlTable,
  flavour: SqlFlavour,
  query: EngineQuery,
  [property, direction]: EngineQuery['orderBy'][number],
) {
  const column = table.byProperty.get(property);
  const nulls = flavour.nullsLast && column?.nullable && !excludesNull(query, property);
  const [plain, spelled] = ORDERS[direction];
  return sql`${sql.ref(column?.name ?? property)} ${nulls ? spelled : plain}`;
}

const ORDERS = {
  asc: [sql`asc`, sql`asc nulls first`],
  desc: [sql`desc`, sql`desc nulls last`],
} as const;

/** An explicit position of nulls prevents the use of an index: omitted if there can be no nulls. */
function excludesNull({ tests }: EngineQuery, property: string): boolean {
  return tests.every((alternative) =>
    alternative.some(({ column, operator }) => column === property && !FINDS_NULL.has(operator)),
  );
}

const FINDS_NULL: ReadonlySet<string> = new Set(['is-null', 'not', 'in-or-null']);

/**
 * Skips rows that break a unique constraint. An assigned id that another row has is an error, not such a row: the sequence is behind its
 * table. A statement can name one constraint only.
 */
function skippingTaken(
  insert: InsertQueryBuilder<AnyTables, string, InsertResult>,
  { id, layout: { key, unique = [] } }: SqlTable,
): InsertQueryBuilder<AnyTables, string, InsertResult> {
  const [arbiter, ...others] = [...(id ? [] : [key]), ...unique];
  if (!arbiter) return insert;
  return insert.onConflict((conflict) =>
    others.length > 0 ? conflict.doNothing() : conflict.columns([...arbiter.columns]).doNothing(),
  );
}
