import type { StoreSignals } from './store-signals.ts';
import type { NewRow, Row, TableName } from './tables.ts';

/** A condition on one column: a value (null means "is null"), or one or more comparisons that must all hold. */
export type Condition<Value> = Value | Comparison<Value>;

/** Comparisons on one column. Null is neither greater nor less than anything. */
export interface Comparison<Value> {
  readonly in?: readonly Value[];
  /** Null differs from every value: `{ not: 'a' }` matches null, `{ not: null }` means "is not null". */
  readonly not?: Value;
  readonly lt?: NonNullable<Value>;
  readonly lte?: NonNullable<Value>;
  readonly gt?: NonNullable<Value>;
  readonly gte?: NonNullable<Value>;
}

/** Columns that must all match. JSON and byte columns cannot be compared. */
export type Match<Table extends TableName> = { readonly [Column in keyof Row<Table>]?: Condition<Row<Table>[Column]> };

/**
 * One match, or several of which one must hold. An empty list matches nothing, `{}` matches everything. A condition that is
 * undefined is refused: left out silently, it would match every row.
 */
export type Where<Table extends TableName> = Match<Table> | readonly Match<Table>[];

/** The rows to read. */
export interface Query<Table extends TableName> {
  readonly where?: Where<Table>;
  /** Null comes before every value, text goes by its UTF-8 bytes. The key is added at the end, so that pages never overlap. */
  readonly orderBy?: readonly (readonly [keyof Row<Table> & string, 'asc' | 'desc'])[];
  readonly limit?: number;
  readonly offset?: number;
  /**
   * `update`: no other transaction changes the rows until this one ends. `skip-locked`: also leave out rows that another
   * transaction holds. Stores with one writer may ignore it.
   */
  readonly lock?: 'update' | 'skip-locked';
}

/** New values; `{ increment: n }` adds to what is stored (null stays null). Undefined changes nothing; keys never change. */
export type Patch<Table extends TableName> = {
  readonly [Column in keyof Row<Table>]?:
    | Row<Table>[Column]
    | (Row<Table>[Column] extends number | null ? { readonly increment: number } : never);
};

/** Reads and writes. On a {@link Store}, each call is a separate transaction. */
export interface StoreOperations {
  /**
   * Adds a row and returns it with its id.
   *
   * @throws StoreConflictError with the name of the violated constraint; the transaction must then be given up.
   */
  insert<Table extends TableName>(table: Table, row: NewRow<Table>): Promise<Row<Table>>;
  /** Adds rows, leaving out those whose key or unique constraint is taken. Returns those that were added, in order. */
  insertAbsent<Table extends TableName>(table: Table, rows: readonly NewRow<Table>[]): Promise<readonly Row<Table>[]>;
  /** Reads rows. Without `orderBy` they come by ascending key. */
  find<Table extends TableName>(table: Table, query?: Query<Table>): Promise<readonly Row<Table>[]>;
  /** Counts rows. Never on a hot path. */
  count<Table extends TableName>(table: Table, where: Where<Table>): Promise<number>;
  /** Changes rows; returns how many matched. With state and version in `where` this is compare-and-set. */
  update<Table extends TableName>(table: Table, where: Where<Table>, patch: Patch<Table>): Promise<number>;
  /** Removes rows; returns how many. */
  remove<Table extends TableName>(table: Table, where: Where<Table>): Promise<number>;
}

/**
 * An open transaction. All or nothing; it sees its own writes. Calls that need not wait for each other may be made at once:
 * they are done in their order, and a store across a network sends them together. After `work` has settled it refuses every call, and after one
 * of its calls has failed it can only be rolled back.
 */
export interface StoreTransaction extends StoreOperations {
  /** Runs once after the commit, never after a roll-back. Must not throw. */
  afterCommit(action: () => void): void;
}

/** Hints about a transaction before it begins. */
export interface TransactionOptions {
  /**
   * True when the work waits only for this store. A store may then commit it together with other such work; each is
   * still all or nothing by itself. @default false
   */
  readonly brief?: boolean;
  /**
   * Milliseconds that a call of the work waits for a row that another transaction holds; then it is refused with
   * `STORE_LOCK_TIMEOUT`. Stores with one writer may ignore it. @default the limit of the database
   */
  readonly lockTimeoutMs?: number;
}

/**
 * Where Portcullis keeps what must not be lost: tables of {@link TABLES}, transactions, unique constraints, compare-and-set.
 * The conformance suite in `@portcullis/testing` says whether an adapter is one.
 */
export interface Store extends StoreOperations {
  /**
   * Creates or upgrades the tables. Called once by `createPortcullis`; safe to call on several nodes at once.
   *
   * @param pass - what {@link Store.threadPass} of the store in the main thread has answered, when a thread of the same process
   * opens another store on the same database.
   */
  open(pass?: unknown): Promise<void>;
  /**
   * Lets threads of this process open stores of their own on the same database, where `shared` is false: answers what `open` takes
   * there, something that can be sent to a thread. Left out by stores that cannot, and needed by none that is shared.
   */
  threadPass?(): unknown;
  /**
   * Runs `work` in a transaction: commits when it resolves, rolls back when it rejects (and rejects with the same reason).
   * Isolation: at least read committed, with conflicting updates of one row serialised. Inside `work` use the transaction
   * alone: a write of the store itself would wait for its own end and is refused.
   */
  transaction<Result>(
    work: (transaction: StoreTransaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /**
   * Returns whether the caller is part of an open transaction of this store, where a write of the store itself is refused.
   * Omitted by stores that do not know: publications on them are never batched.
   */
  insideTransaction?(): boolean;
  /** Joins a transaction that the host has opened on the same database, where the adapter can. */
  join?(hostTransaction: unknown): StoreTransaction;
  /** True when several processes may use this store at once. */
  readonly shared: boolean;
  /** Messages between the processes that share the store, where it has a way. */
  readonly signals?: StoreSignals;
  /** Waits for what is running and closes. */
  close(): Promise<void>;
}
