import {
  ALL_TENANTS,
  type AllTenantsOperations,
  type AllTenantsTransaction,
  DEFAULT_TENANT,
  type Store,
  type StoreOperations,
  type StoreTransaction,
  type TableName,
  type TenantStore,
} from '@portcullis/core/ports';

/** A call of a store, for one tenant or for all of them. */
export interface StoreCall {
  readonly operation: 'insert' | 'find' | 'count' | 'update' | 'remove';
  readonly table: TableName;
  /** The rows of an insert. */
  readonly rows: readonly object[];
  /** The query of a find. */
  readonly query: object;
  /** The changes of an update. */
  readonly patch: object;
  /** The transaction that the call is part of; undefined for a call that is a transaction by itself. */
  readonly transaction: object | undefined;
}

/** An open transaction, to which actions after the commit can be added. */
export type InterceptedTransaction = Pick<StoreTransaction, 'afterCommit'>;

/** Functions around the calls and the transactions of a store. */
export interface StoreInterceptor {
  /** Runs around each call, and returns its result. */
  readonly call?: <Result>(call: StoreCall, proceed: () => Promise<Result>) => Promise<Result>;
  /** Runs around the work of each transaction, while the transaction is open. */
  readonly transaction?: <Result>(open: InterceptedTransaction, proceed: () => Promise<Result>) => Promise<Result>;
}

type Call = (table: never, ...input: never[]) => Promise<unknown>;

const OPERATION_OF = {
  insert: 'insert',
  insertAbsent: 'insert',
  insertOwned: 'insert',
  restore: 'insert',
  find: 'find',
  count: 'count',
  update: 'update',
  remove: 'remove',
} as const;

/**
 * Runs functions around every call of a store, for any tenant, inside and outside transactions. They can count calls,
 * delay them, or stop the process at one of them.
 */
export function interceptStore(store: Store, interceptor: StoreInterceptor): Store {
  const around = <Operations extends StoreOperations | AllTenantsOperations>(
    operations: Operations,
    transaction: object | undefined,
  ): Operations => {
    const wrapped = Object.entries(OPERATION_OF).flatMap(([name, operation]) => {
      const call = (operations as unknown as Readonly<Record<string, Call | undefined>>)[name];
      if (!call) return [];
      const intercepted = (table: TableName, ...input: readonly unknown[]) => {
        const [first, second] = input;
        const facts: StoreCall = {
          operation,
          table,
          rows: operation === 'insert' ? ([first].flat() as object[]) : [],
          query: operation === 'find' ? ((first ?? {}) as object) : {},
          patch: operation === 'update' ? (second as object) : {},
          transaction,
        };
        const proceed = () => call(table as never, ...(input as never[]));
        return interceptor.call ? interceptor.call(facts, proceed) : proceed();
      };
      return [[name, intercepted] as const];
    });
    return { ...operations, ...Object.fromEntries(wrapped) };
  };

  const opened = (open: AllTenantsTransaction): AllTenantsTransaction => {
    const transaction: AllTenantsTransaction = {
      ...around(open, open),
      scoped: (tenant) => ({ ...around(open.scoped(tenant), open), [ALL_TENANTS]: transaction }),
    };
    return transaction;
  };

  const transact: Store['allTenants']['transaction'] = (work, options) =>
    store.allTenants.transaction(async (open) => {
      const proceed = () => work(opened(open));
      return interceptor.transaction ? interceptor.transaction(open, proceed) : proceed();
    }, options);

  const scoped = (tenant: string): TenantStore => ({
    ...around(store.scoped(tenant), undefined),
    transaction: (work, options) => transact((open) => work(open.scoped(tenant)), options),
  });

  return {
    ...store,
    ...scoped(DEFAULT_TENANT),
    scoped,
    allTenants: { ...around(store.allTenants, undefined), transaction: transact },
  };
}
