import type {
  AliasedRawBuilder,
  ColumnDefinitionBuilder,
  Dialect,
  Expression,
  Kysely,
  RawBuilder,
  SelectQueryBuilder,
  SqlBool,
} from 'kysely';
import type { RowSource } from './row-source.ts';
import type { PlainType, SqlColumn } from './sql-table.ts';
import type { IndexLayout, TableLayout } from './table-layout.ts';

/** Kysely's view of a database whose tables are known only by name. */
export type AnyTables = Record<string, Record<string, unknown>>;

/** A constraint that a statement violated. */
export interface BrokenConstraint {
  /** The table's name in the database. */
  readonly table: string;
  /** The port's name of the constraint, or undefined if no table declares it. */
  readonly constraint: string | undefined;
}

/** The classification of an engine's errors. */
export interface SqlErrors {
  /**
   * Returns the constraint that a statement violated, if this is the cause of `error`.
   *
   * @param table - the name of the statement's table in the database, for engines whose errors do not name it;
   * undefined outside of statements.
   */
  brokenConstraint(error: unknown, table?: string): BrokenConstraint | undefined;
  /** Returns whether a statement failed with `error` because there is no space left. */
  isFull(error: unknown): boolean;
  /**
   * Returns whether a statement failed with `error` because a lock could not be acquired in time; absent if
   * statements do not wait for locks.
   */
  isLockTimeout?(error: unknown): boolean;
  /** Returns whether `error` means that the connection is lost; absent if there is no connection. */
  isConnectionLoss?(error: unknown): boolean;
  /**
   * Returns whether the database reported `error`, and a retry of the transaction is of no use; absent if other errors of the
   * database pass unchanged.
   */
  isReported?(error: unknown): boolean;
}

/** A list of values in a statement. */
export interface ListTest {
  /** Equal for lists that make the same SQL. */
  readonly shape: string;
  readonly parameters: readonly unknown[];
  /** Returns the condition that a column is in the list. Its parameters are in the same order. */
  build(column: Expression<unknown>): RawBuilder<SqlBool>;
}

/** A selection of rows. */
export type Selection = SelectQueryBuilder<AnyTables, string, Record<string, unknown>>;

/** A list of values in a statement that selects rows for each of them. */
export interface EachSource {
  readonly parameters: readonly unknown[];
  /**
   * Returns the selection of all columns of the rows. Its own parameters are first, then those of `rows`.
   *
   * @param rows - the selection from the table for one value, which is `each.value`; without columns.
   */
  build(db: Kysely<AnyTables>, table: string, rows: Selection): Selection;
}

/** The differences of an engine in the definition of tables. */
interface SchemaFlavour {
  readonly columnTypes: Readonly<Record<PlainType, RawBuilder<unknown>>>;
  /** Completes the key column of a table whose ids the engine assigns: ascending and never reused. */
  idColumn(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
  /** Creates the sequence that assigns the ids of a table; absent if it is part of the table. */
  createIdSequence?(db: Kysely<AnyTables>, table: string): Promise<void>;
  /** Waits in an open transaction until no other node migrates, up to its end; absent if Kysely's own lock is used. */
  lockMigrations?(open: Kysely<AnyTables>, schema: string | undefined): Promise<void>;
  /** Adds what the engine maintains besides the rows of a table; absent if there is nothing. */
  completeTable?(db: Kysely<AnyTables>, table: string): Promise<void>;
  /** True if the engine maintains the numbers of attempts, so that they need not be counted. `completeTable` creates their table. */
  readonly storesCounts: boolean;
  /** The text at the end of `create table`. */
  readonly tableOptions?: RawBuilder<unknown>;
  /** Returns the maximum number of characters of a text column; absent if no text is limited. */
  textLimit?(layout: TableLayout, column: string): number | undefined;
  /** Returns the type of a text column with a limit. Present with `textLimit`. */
  limitedText?(limit: number): RawBuilder<unknown>;
  /** Returns the part of a column in an index; absent if indexes contain whole columns. */
  indexPart?(layout: TableLayout, index: IndexLayout, column: string): RawBuilder<unknown>;
  /** True if an index can be restricted to some rows. Otherwise, its condition becomes its first columns. */
  readonly partialIndexes: boolean;
  /** True if each entry of an index ends with the id of its row, so that an index need not contain it. */
  readonly endsIndexesWithId: boolean;
}

/** The differences between the SQL of the engines; all other SQL is shared. */
export interface SqlFlavour extends SchemaFlavour {
  readonly errors: SqlErrors;
  /** The parts of Kysely's dialect that build statements, without a driver. */
  readonly language: Pick<Dialect, 'createAdapter' | 'createQueryCompiler' | 'createIntrospector'>;
  /** Converters from the value of a row, never null, to a parameter. Types without an entry are not converted. */
  readonly encode: Partial<Readonly<Record<PlainType, (value: never) => unknown>>>;
  /** Converters from a stored value, never null, to the value of a row. */
  readonly decode: Partial<Readonly<Record<PlainType, (value: never) => unknown>>>;
  /** Returns the expression of a parameter of a type; absent where drivers send the values of every type. */
  parameter?(value: unknown, type: PlainType): RawBuilder<unknown>;
  /** Returns the selection of a column; absent where drivers return the values of every type in one form. */
  result?(column: SqlColumn): AliasedRawBuilder<unknown, string>;
  /** Returns the test for a list of encoded values, possibly empty. Few distinct shapes mean few distinct statements. */
  list(values: readonly unknown[], type: PlainType): ListTest;
  /** Returns the selection for each of some encoded values; absent if the engine has no such statement. */
  each?(values: readonly unknown[], type: PlainType): EachSource;
  /** Returns a column for which the planner uses no index; absent if the planner knows how many rows a value has. */
  hideFromIndexes?(column: Expression<unknown>): RawBuilder<unknown>;
  /** Returns the condition that a nullable column differs from a value, which null does; absent for standard SQL. */
  isDistinct?(column: Expression<unknown>, value: Expression<unknown>): RawBuilder<SqlBool>;
  /** The clause of an `insert` that skips rows whose key or unique value is taken. */
  readonly skipsTaken: 'on conflict do nothing' | 'insert ignore';
  readonly rowSource: RowSource;
  /**
   * Returns the expression for the id of a new row at a position in its statement, from 1. Absent if the table itself
   * assigns ids of the range, independent of the existing ids.
   */
  nextId?(table: string, position: number): RawBuilder<unknown>;
  /** True if nulls sort last by default. */
  readonly nullsLast: boolean;
  /** True if rows can be locked. An engine with one writer does not need it. */
  readonly locksRows: boolean;
}
