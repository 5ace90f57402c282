import type { StoreSignals } from '../store/store-signals.ts';
import type { TableName } from '../store/tables.ts';

/**
 * A row or a patch whose columns and values were checked against the table's declaration. It can be an object of the caller, so an
 * engine that keeps it copies it.
 */
export type Values = Readonly<Record<string, unknown>>;

/** A value that can be compared. */
export type Scalar = string | number | boolean;

/**
 * A checked comparison. `eq` and the order operators are false for null; `not` is true, because null differs from every value;
 * `in-or-null` is `in` or null.
 */
export type ColumnTest =
  | { readonly column: string; readonly operator: 'is-null' | 'is-not-null' }
  | { readonly column: string; readonly operator: 'eq' | 'not' | 'lt' | 'lte' | 'gt' | 'gte'; readonly value: Scalar }
  | { readonly column: string; readonly operator: 'in' | 'in-or-null'; readonly values: readonly Scalar[] };

/** Alternatives of which one must hold; all tests of an alternative must. */
export type Tests = readonly (readonly ColumnTest[])[];

/** A checked query. */
export interface EngineQuery {
  readonly tests: Tests;
  /** Never empty: the key if the caller named no order. Null comes before every value. */
  readonly orderBy: readonly (readonly [string, 'asc' | 'desc'])[];
  readonly limit: number | undefined;
  readonly offset: number;
  readonly lock: 'update' | 'skip-locked' | undefined;
  /**
   * True when the caller does not need the column `tenant`. An engine may omit it from the rows, which saves a copy of each;
   * otherwise the base removes it.
   */
  readonly omitsTenant: boolean;
}

/** The values of a column for each of which a query is run. */
export interface EachValue {
  readonly column: string;
  /** At least one; each is unique, and none is null. */
  readonly values: readonly Scalar[];
}

/** Reads and writes with checked input. */
export interface EngineOperations {
  insert(table: TableName, row: Values): Promise<Values>;
  /** Called with at least one row. */
  insertAbsent(table: TableName, rows: readonly Values[]): Promise<readonly Values[]>;
  /**
   * Adds rows that have every column, including the id; called with at least one. Afterwards the engine assigns only ids from the
   * range of its cell, and none that a row has: see `idRangeOf` and `greatestOwnId`.
   */
  restore(table: TableName, rows: readonly Values[]): Promise<void>;
  find(table: TableName, query: EngineQuery): Promise<readonly Values[]>;
  /**
   * Runs a query for each value of a column, among the rows with that value: the limit and the order apply to the rows of one
   * value. Omitted by engines that need a call for each value; the base then makes those calls.
   */
  findEach?(table: TableName, query: EngineQuery, each: EachValue): Promise<readonly Values[]>;
  count(table: TableName, tests: Tests): Promise<number>;
  /** Called with at least one column to change, never with one of the key. */
  update(table: TableName, tests: Tests, patch: Values): Promise<number>;
  remove(table: TableName, tests: Tests): Promise<number>;
  /**
   * Returns the same operations for one tenant, if the database itself can refuse rows of other tenants. This is a second
   * protection: tests and rows name the tenant anyway. Operations that this method did not return are for all tenants.
   */
  scopedTo?(tenant: string): EngineOperations;
}

/** A transaction of the engine. */
export interface EngineTransaction extends EngineOperations {
  commit(): Promise<void>;
  /** Also called after a failed commit. Must not reject, because callers receive the reason for the rollback. */
  rollback(): Promise<void>;
}

/** A transaction whose last part can be rolled back alone. */
export interface SavepointTransaction extends EngineTransaction {
  /** Begins a part of the transaction. */
  savepoint(): Promise<void>;
  /** Rolls back to the last savepoint. Rejects if the transaction is no longer open. */
  rollbackToSavepoint(): Promise<void>;
}

/**
 * The part of a store that differs between technologies. `createStore` turns it into a store and adds the common parts: input
 * checks, one queue for writers, the lifecycle of transactions, and a clean close.
 */
export interface StoreEngine {
  readonly shared: boolean;
  /** True when only one transaction can be open at a time: the store base then queues writers. */
  readonly oneWriter: boolean;
  /** True when reads outside a transaction must wait for the open one, too. @default false */
  readonly readsWait?: boolean;
  /**
   * Operations outside of a transaction. Each call is committed by itself, all or nothing; reads see committed rows only. The
   * property is read once, at the first call, so an engine may create the operations when it opens.
   */
  readonly operations: EngineOperations;
  /** See `Store.cell`. @default 0 */
  readonly cell?: number;
  /** See `Store.signals`. */
  readonly signals?: StoreSignals;
  /** See `Store.factoryOptions`; here the given options themselves. */
  readonly factoryOptions?: { readonly given: object; readonly known: readonly string[] };
  /** @param pass - see `Store.open`. */
  open(pass?: unknown): Promise<void>;
  /** See `Store.threadPass`. */
  threadPass?(): unknown;
  /** @param options - `lockTimeoutMs`: see `TransactionOptions`; an engine with one writer ignores it. */
  begin(options?: { readonly lockTimeoutMs?: number | undefined }): Promise<EngineTransaction>;
  /** Begins a transaction for several brief works; for engines with one writer whose commits cost more than such work. */
  beginGroup?(): Promise<SavepointTransaction>;
  /**
   * Resolves when all current commits survive a power cut. Omitted if a commit resolves only then. Writes wait for it after their
   * commit and before `afterCommit` runs, while the next transaction may begin. If it rejects, so does the write.
   */
  persisted?(): Promise<void>;
  /**
   * Returns a promise while the disk persists an earlier commit; it resolves at the end and never rejects. A group stays open
   * until then.
   */
  syncing?(): Promise<void> | undefined;
  /** See `Store.writeFailure`. */
  writeFailure?(): Error | undefined;
  /** Returns operations inside a transaction that the host opened. Omitted by engines that cannot join one. */
  join?(hostTransaction: unknown): EngineOperations & { afterCommit(action: () => void): void };
  /** Returns whether a write or a whole transaction that failed with `error` may be run again after `attempt` attempts. */
  mayRetry?(error: unknown, attempt: number): boolean;
  close(): Promise<void>;
}
