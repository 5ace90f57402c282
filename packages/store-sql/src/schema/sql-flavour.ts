import type { AliasedRawBuilder, ColumnDefinitionBuilder, Dialect, Expression, RawBuilder, SqlBool } from 'kysely';
import type { RowSource } from './row-source.ts';
import type { PlainType, SqlColumn } from './sql-table.ts';

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
  /** Returns the constraint that a statement violated, if this is the cause of `error`. */
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

/** The differences between the SQL of the engines; all other SQL is shared. */
export interface SqlFlavour {
  readonly errors: SqlErrors;
  /** The parts of Kysely's dialect that build statements, without a driver. */
  readonly language: Pick<Dialect, 'createAdapter' | 'createQueryCompiler' | 'createIntrospector'>;
  readonly columnTypes: Readonly<Record<PlainType, RawBuilder<unknown>>>;
  /** Completes the key column of a table whose ids the engine assigns: ascending and never reused. */
  idColumn(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
  /** The text at the end of `create table`. */
  readonly tableOptions?: RawBuilder<unknown>;
  /** Converters from the value of a row, never null, to a parameter. Types without an entry are not converted. */
  readonly encode: Partial<Readonly<Record<PlainType, (value: never) => unknown>>>;
  /** Converters from a stored value, never null, to the value of a row. */
  readonly decode: Partial<Readonly<Record<PlainType, (value: never) => unknown>>>;
  /** Returns the expression of a parameter of a type; absent where drivers send the values of every type. */
  parameter?(value: unknown, type: PlainType): RawBuilder<unknown>;
  /** Returns the selection of a column; absent where drivers return the values of every type in one form. */
  result?(column: SqlColumn): AliasedRawBuilder<unknown, string>;
  /**
   * Returns the condition that a column is in a list. The list is one parameter, so that its length does not change the
   * statement.
   */
  isIn(column: Expression<unknown>, list: Expression<unknown>, type: PlainType): RawBuilder<SqlBool>;
  listParameter(values: readonly unknown[]): unknown;
  readonly rowSource: RowSource;
  /**
   * Returns the expression for the id of a new row at a position in its statement, from 1. Absent if the engine itself
   * assigns ids of the range, independent of the existing ids.
   */
  nextId?(table: string, position: number): RawBuilder<unknown>;
  /** True if nulls sort last by default. */
  readonly nullsLast: boolean;
  /** True if rows can be locked. An engine with one writer does not need it. */
  readonly locksRows: boolean;
}
