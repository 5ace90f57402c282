import type { ColumnDefinitionBuilder, Dialect, Expression, RawBuilder, SqlBool } from 'kysely';
import type { RowSource } from './row-source.ts';
import type { PlainType } from './sql-table.ts';

/** Kysely's view of a database whose tables are known by name alone. */
export type AnyTables = Record<string, Record<string, unknown>>;

/** A constraint that a statement broke. */
export interface BrokenConstraint {
  /** The table's name in the database. */
  readonly table: string;
  /** The constraint as the port calls it, or undefined when it is none that the tables declare. */
  readonly constraint: string | undefined;
}

/** The errors of an engine and their meanings. */
export interface SqlErrors {
  /** The constraint that made a statement fail with `error`, if that was the reason. */
  brokenConstraint(error: unknown): BrokenConstraint | undefined;
  /** Returns whether a statement failed with `error` because there is no space left. */
  isFull(error: unknown): boolean;
  /**
   * Returns whether a statement failed with `error` because a lock could not be acquired in time; absent where statements
   * wait for none.
   */
  isLockTimeout?(error: unknown): boolean;
  /** Returns whether `error` means that the connection is gone; absent where there is none. */
  isConnectionLoss?(error: unknown): boolean;
}

/** Where the SQL of two engines differs; everything else is written once. */
export interface SqlFlavour {
  readonly errors: SqlErrors;
  /** The parts of the dialect that build statements; no driver. */
  readonly language: Pick<Dialect, 'createAdapter' | 'createQueryCompiler' | 'createIntrospector'>;
  readonly columnTypes: Readonly<Record<PlainType, RawBuilder<unknown>>>;
  /** Completes a key column whose values the engine gives: ascending, never reused. */
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
  /** True when null sorts last by default. */
  readonly nullsLast: boolean;
  /** True when rows can be locked. With one writer there is no need. */
  readonly locksRows: boolean;
}
