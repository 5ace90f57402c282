import type { StoreSignals } from '../store/store-signals.ts';
import type { TableName } from '../store/tables.ts';

/** A row or a patch whose columns and values were checked against the table's declaration. */
export type Values = Readonly<Record<string, unknown>>;

/** A value that can be compared. */
export type Scalar = string | number | boolean;

/**
 * One checked comparison. `eq` and the order operators never hold for null; `not` does (null differs from every value);
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
  /** Never empty: the key, when the caller named no order. Null comes before every value. */
  readonly orderBy: readonly (readonly [string, 'asc' | 'desc'])[];
  readonly limit: number | undefined;
  readonly offset: number;
  readonly lock: 'update' | 'skip-locked' | undefined;
  /**
   * True when the caller needs no column `tenant`. An engine may leave it out of the rows, which saves a copy of each; the base does
   * so otherwise.
   */
  readonly omitsTenant: boolean;
}

/** Reads and writes with checked input. */
export interface EngineOperations {
  insert(table: TableName, row: Values): Promise<Values>;
  /** Called with at least one row. */
  insertAbsent(table: TableName, rows: readonly Values[]): Promise<readonly Values[]>;
  /**
   * Adds rows that have every column, the id included; called with at least one. Afterwards the engine gives ids of the range of its
   * cell alone, and none that a row has: see `idRangeOf` and `greatestOwnId`.
   */
  restore(table: TableName, rows: readonly Values[]): Promise<void>;
  find(table: TableName, query: EngineQuery): Promise<readonly Values[]>;
  count(table: TableName, tests: Tests): Promise<number>;
  /** Called with at least one column to change, never with one of the key. */
  update(table: TableName, tests: Tests, patch: Values): Promise<number>;
  remove(table: TableName, tests: Tests): Promise<number>;
  /**
   * Returns the same operations for one tenant, where the database itself can refuse rows of another: a second wall, behind the tests and
   * rows that name the tenant already. Those that were not made so are for all tenants.
   */
  scopedTo?(tenant: string): EngineOperations;
}

/** A transaction of the engine. */
export interface EngineTransaction extends EngineOperations {
  commit(): Promise<void>;
  /** Called after a failed commit, too. Must not reject: the reason to roll back is what callers learn. */
  rollback(): Promise<void>;
}

/** A transaction of which the last part can be taken back alone. */
export interface SavepointTransaction extends EngineTransaction {
  /** Begins a part. */
  savepoint(): Promise<void>;
  /** Takes back what followed the last savepoint. Rejects when the transaction is not open any more. */
  rollbackToSavepoint(): Promise<void>;
}

/**
 * The part of a store that differs between technologies. `createStore` makes a store of it and adds what they share:
 * checked input, one queue for writers, the life of a transaction, clean closing.
 */
export interface StoreEngine {
  readonly shared: boolean;
  /** True when only one transaction can be open at a time: the store base then queues writers. */
  readonly oneWriter: boolean;
  /** True when reads outside a transaction must wait for the open one, too. @default false */
  readonly readsWait?: boolean;
  /**
   * Each call is committed by itself, all or nothing. Reads see committed rows alone. Read once, at the first call: an engine may
   * make them when it opens.
   */
  readonly operations: EngineOperations;
  /** See `Store.cell`. @default 0 */
  readonly cell?: number;
  /** See `Store.signals`. */
  readonly signals?: StoreSignals;
  /** @param pass - see `Store.open`. */
  open(pass?: unknown): Promise<void>;
  /** See `Store.threadPass`. */
  threadPass?(): unknown;
  /** @param options - `lockTimeoutMs`: see `TransactionOptions`; an engine with one writer has nothing to wait for. */
  begin(options?: { readonly lockTimeoutMs?: number | undefined }): Promise<EngineTransaction>;
  /** Where there is one writer and a commit costs more than brief work: transactions for several such works. */
  beginGroup?(): Promise<SavepointTransaction>;
  /**
   * Resolves when all that is committed so far survives a power cut; absent where a commit that resolves says so itself. Writes
   * wait for it after their commit, before `afterCommit` runs, while the next transaction may begin. When it rejects, the write does.
   */
  persisted?(): Promise<void>;
  /**
   * While a commit would have to wait until the disk has taken an earlier one: resolves, and never rejects, when it has. A group
   * stays open for as long.
   */
  syncing?(): Promise<void> | undefined;
  /** Operations inside a transaction that the host opened; absent where the engine cannot. */
  join?(hostTransaction: unknown): EngineOperations & { afterCommit(action: () => void): void };
  /** Returns whether a write or a whole transaction that failed with `error` may be run again after `attempt` attempts. */
  mayRepeat?(error: unknown, attempt: number): boolean;
  close(): Promise<void>;
}
