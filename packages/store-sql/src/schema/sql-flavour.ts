import type { ColumnDefinitionBuilder, Dialect, Expression, RawBuilder, SqlBool } from 'kysely';
import type { RowSource } from './row-source.ts';
import type { PlainType } from './sql-table.ts';

/** Kysely's view of a database whose tables are known only by name. */
export type AnyTables = Record<string, Record<string, unknown>>;

/** A constraint that a statement violated. */
export interface BrokenConstraint {
  /** The table's name in the database. */
  readonly table: string;
  /** The port's name of the constraint, or undefined if no table declares it. */
  readonly constraint: string | undefined;
}

/** The errors of an engine and their meanings. */
export interface SqlErrors {
  /** Returns the constraint that a statement violated, if this is the reason of `error`. */
  brokenConstraint(error: unknown): BrokenConstraint | undefined;
  /** Returns whether a statement failed with `error` because there is no space left. */
  isFull(error: unknown): boolean;
  /**
   * Returns whether a statement failed with `error` because a lock could not be acquired in time; absent if
   * statements do not wait for locks.
   */
  isLockTimeout?(error: unknown): boolean;
  /** Returns whether `error` means that the connection is lost; absent if there is no connection. */
  isConnectionLoss?(error: unknown): boolean;
}

/** The differences between the SQL of engines; everything else is written once. */
export interface SqlFlavour {
  readonly errors: SqlErrors;
  /** The parts of the dialect that build statements; no driver. */
  readonly language: Pick<Dialect, 'createAdapter' | 'createQueryCompiler' | 'createIntrospector'>;
  readonly columnTypes: Readonly<Record<PlainType, RawBuilder<unknown>>>;
  /** Completes a key column whose values the engine assigns: ascending, never reused. */
  idColumn(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
  /** The text at the end of `create table`. */
  readonly tableOptions?: RawBuilder<unknown>;
  /** From a row's value, never null, to a parameter. Types without an entry stay as they are. */
  readonly encode: Partial<Readonly<Record<PlainType, (value: never) => unknown>>>;
  /** From a stored value, never null, to a row's. */
  readonly decode: Partial<Readonly<Record<PlainType, (value: never) => unknown>>>;
  /**
   * Returns the test that a column is in a list that is passed as one parameter, so that its length does not change the
   * statement.
   */
  isIn(column: Expression<unknown>, list: Expression<unknown>): RawBuilder<SqlBool>;
  listParameter(values: readonly unknown[]): unknown;
  readonly rowSource: RowSource;
  /**
   * The expression of the id of a new row, counted from 1 in its statement; absent where the engine gives ids of its range by itself
   * whatever ids the table has.
   */
  nextId?(table: string, position: number): RawBuilder<unknown>;
  /** True when null sorts last by default. */
  readonly nullsLast: boolean;
  /** True when rows can be locked. With one writer there is no need. */
  readonly locksRows: boolean;
}
