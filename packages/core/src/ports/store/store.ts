import type { idRangeOf } from './id-range.ts';
import type { StoreSignals } from './store-signals.ts';
import type { NewOwnedRow, NewRow, OwnedRow, Row, TableName } from './tables.ts';

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
 * One match, or several of which one must hold. An empty list matches nothing, `{}` matches everything. An undefined condition is
 * refused, because it would match every row if it were ignored.
 */
export type Where<Table extends TableName> = Match<Table> | readonly Match<Table>[];

/** The rows to read. */
export interface Query<Table extends TableName> {
  readonly where?: Where<Table>;
  /** Null comes before every value; text is ordered by its UTF-8 bytes. The key is appended, so that pages never overlap. */
  readonly orderBy?: readonly (readonly [keyof Row<Table> & string, 'asc' | 'desc'])[];
  readonly limit?: number;
  /**
   * A column that `where` compares with a list: `limit` then applies to the rows of each value of the list, and so does the order.
   * Rows of different values are in any order. Only with one match, with a limit and without an offset.
   */
  readonly limitPer?: keyof Row<Table> & string;
  readonly offset?: number;
  /**
   * `update`: no other transaction changes the rows until this one ends. `skip-locked`: rows that another transaction has locked
   * are also omitted. Stores with one writer may ignore it.
   */
  readonly lock?: 'update' | 'skip-locked';
}

/** New values; `{ increment: n }` adds to the stored number (null stays null). Undefined changes nothing; keys never change. */
export type Patch<Table extends TableName> = {
  readonly [Column in keyof Row<Table>]?:
    | Row<Table>[Column]
    | (Row<Table>[Column] extends number | null ? { readonly increment: number } : never);
};

/** Reads, changes and removals of rows. */
export interface RowOperations {
  /** Reads rows. Without `orderBy`, they are ordered by ascending key. */
  find<Table extends TableName>(table: Table, query?: Query<Table>): Promise<readonly Row<Table>[]>;
  /** Counts rows. Not for frequent calls. */
  count<Table extends TableName>(table: Table, where: Where<Table>): Promise<number>;
  /** Changes rows; returns how many matched. With state and version in `where`, it is a compare-and-set. */
  update<Table extends TableName>(table: Table, where: Where<Table>, patch: Patch<Table>): Promise<number>;
  /** Removes rows; returns how many. */
  remove<Table extends TableName>(table: Table, where: Where<Table>): Promise<number>;
}

/**
 * Reads and writes of one tenant: the store adds the tenant to every row written and to every match, and no row of another tenant
 * is found, counted, changed or removed. On a {@link TenantStore}, each call is a separate transaction.
 */
export interface StoreOperations extends RowOperations {
  /**
   * Adds a row and returns it with its id.
   *
   * @throws StoreConflictError with the name of the violated constraint; the transaction must then be rolled back.
   */
  insert<Table extends TableName>(table: Table, row: NewRow<Table>): Promise<Row<Table>>;
  /** Adds rows, except those whose key or unique value is taken. Returns the added rows, in order. */
  insertAbsent<Table extends TableName>(table: Table, rows: readonly NewRow<Table>[]): Promise<readonly Row<Table>[]>;
}

/** A match over all tenants: it may name the tenant, too. */
export type OwnedMatch<Table extends TableName> = Match<Table> & { readonly tenant?: Condition<string> };

/** One match over all tenants, or several of which one must hold. */
export type OwnedWhere<Table extends TableName> = OwnedMatch<Table> | readonly OwnedMatch<Table>[];

/** The rows to read, over all tenants. */
export interface OwnedQuery<Table extends TableName> extends Omit<Query<Table>, 'where' | 'orderBy'> {
  readonly where?: OwnedWhere<Table>;
  readonly orderBy?: readonly (readonly [keyof OwnedRow<Table> & string, 'asc' | 'desc'])[];
}

/** Reads and writes over the rows of all tenants, for work such as delivering. Each row names its tenant. */
export interface AllTenantsOperations {
  /** Adds rows, except those whose key or unique value is taken. Returns the added rows, in order. */
  insertOwned<Table extends TableName>(
    table: Table,
    rows: readonly NewOwnedRow<Table>[],
  ): Promise<readonly OwnedRow<Table>[]>;
  /**
   * Adds whole rows with their ids, such as those of an imported tenant. The store continues to assign ids from its own range,
   * and none that a row has.
   *
   * @throws StoreConflictError with the name of the violated constraint, and `key` for an id that is taken.
   */
  restore<Table extends TableName>(table: Table, rows: readonly OwnedRow<Table>[]): Promise<void>;
  find<Table extends TableName>(table: Table, query?: OwnedQuery<Table>): Promise<readonly OwnedRow<Table>[]>;
  count<Table extends TableName>(table: Table, where: OwnedWhere<Table>): Promise<number>;
  update<Table extends TableName>(table: Table, where: OwnedWhere<Table>, patch: Patch<Table>): Promise<number>;
  remove<Table extends TableName>(table: Table, where: OwnedWhere<Table>): Promise<number>;
}

/** The key under which a transaction of one tenant keeps the same transaction over all of them. */
export const ALL_TENANTS: unique symbol = Symbol.for('portcullis.all-tenants');

/**
 * An open transaction of one tenant. It is all or nothing, and sees its own writes. Independent calls may be made concurrently:
 * they run in the order of the calls, and a store across a network sends them together. After `work` has settled, the transaction
 * refuses every call; after a failed call, it can only be rolled back.
 */
export interface StoreTransaction extends StoreOperations {
  /**
   * Runs an action once after the commit, never after a rollback. The action must not throw. In a transaction of the host, it may
   * also run if the host has rolled back to a savepoint: see {@link AllTenantsTransaction.joined}.
   */
  afterCommit(action: () => void): void;
  /** The same transaction over all tenants. Only the modules that work for all tenants use it. */
  readonly [ALL_TENANTS]: AllTenantsTransaction;
}

/** An open transaction over all tenants; otherwise as {@link StoreTransaction}. */
export interface AllTenantsTransaction extends AllTenantsOperations, Pick<StoreTransaction, 'afterCommit'> {
  /** The same transaction for one tenant. */
  scoped(tenant: string): StoreTransaction;
  /**
   * True in a transaction of the host. The host may roll back a part of it to a savepoint without notice to the store, so rows
   * of the transaction may be missing after its commit. @default false
   */
  readonly joined?: boolean;
}

/** Hints about a transaction before it begins. */
export interface TransactionOptions {
  /**
   * True when the work waits only for this store. A store may then commit it together with other such work; each remains all or
   * nothing. @default false
   */
  readonly brief?: boolean;
  /**
   * Milliseconds that a call of the work waits for a row that another transaction has locked; then it is refused with
   * `STORE_LOCK_TIMEOUT`. Stores with one writer may ignore it. @default the limit of the database
   */
  readonly lockTimeoutMs?: number;
}

/** The part of a store that belongs to one tenant. */
export interface TenantStore extends StoreOperations {
  /**
   * Runs `work` in a transaction: commits when it resolves, rolls back when it rejects (and rejects with the same reason).
   * Isolation: at least read committed, with conflicting updates of one row serialised. Inside `work`, use only the transaction:
   * a write of the store itself would wait for its own end and is refused.
   */
  transaction<Result>(
    work: (transaction: StoreTransaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /**
   * Returns whether the caller is inside an open transaction of this store, in which a write of the store itself is refused.
   * Omitted by stores that cannot tell; they never batch publications.
   */
  insideTransaction?(): boolean;
  /** True when several processes may use this store at once. */
  readonly shared: boolean;
}

/** A store over the rows of all tenants. */
export interface AllTenantsStore extends AllTenantsOperations, Pick<TenantStore, 'insideTransaction' | 'shared'> {
  /** See {@link TenantStore.transaction}. */
  transaction<Result>(
    work: (transaction: AllTenantsTransaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
}

/** The tenant of a host with a single customer. A store's own operations are those of this tenant. */
export const DEFAULT_TENANT = '';

/** The names in the options that a host has given to the factory of a store. The values may contain passwords. */
export interface FactoryOptions {
  readonly given: readonly string[];
  /** The names of all options that the factory has. */
  readonly known: readonly string[];
}

/**
 * The persistent storage of Portcullis: the tables of {@link TABLES}, transactions, unique constraints, compare-and-set. Its own
 * operations are those of the default tenant. The conformance suite in `@portcullis/testing` checks adapters.
 */
export interface Store extends TenantStore {
  /**
   * Creates or upgrades the tables. Called once by `createPortcullis`; safe to call on several nodes at once.
   *
   * @param pass - the result of {@link Store.threadPass} in the main thread, for a thread of the same process that opens another
   * store on the same database.
   */
  open(pass?: unknown): Promise<void>;
  /** Returns the part of the store that belongs to a tenant. It opens nothing, so it can be called for each request. */
  scoped(tenant: string): TenantStore;
  /** The rows of all tenants. Only the modules that work for all tenants use it. */
  readonly allTenants: AllTenantsStore;
  /**
   * Returns the argument with which `open` in another thread of this process opens a store on the same database, if `shared` is
   * false. The result can be sent to a thread. Omitted by stores that cannot do this, and by shared stores, which do not need it.
   */
  threadPass?(): unknown;
  /** Joins a transaction that the host has opened on the same database. Omitted by stores that cannot. */
  join?(hostTransaction: unknown): StoreTransaction;
  /** The number of its cell, which determines the ids that it assigns: see {@link idRangeOf}. @default 0 */
  readonly cell?: number;
  /**
   * Returns the error with which the store refuses all writes until it is opened again; undefined while it accepts them. Omitted by
   * stores that never do.
   */
  writeFailure?(): Error | undefined;
  /** Messages between the processes that share the store. Omitted by stores without them. */
  readonly signals?: StoreSignals;
  /** The options of its factory: `createPortcullis` refuses those that do not exist. @default they are not checked */
  readonly factoryOptions?: FactoryOptions;
  /** Waits for running calls, for a few seconds at most, and closes. */
  close(): Promise<void>;
}
