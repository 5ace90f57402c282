import { refuseWithoutTransaction } from '../../connections/refuse-without-transaction.ts';
import type { MariaDbParameter, MariaDbTransactionQueries } from './transaction-queries.ts';

/** The part of a transaction of Kysely that the store uses. */
export interface MariaDbKyselyTransaction {
  readonly isTransaction: boolean;
  withoutPlugins(): MariaDbKyselyQueries;
}

/** The part of Kysely that runs a statement. */
export interface MariaDbKyselyQueries {
  executeQuery(query: MariaDbKyselyQuery): Promise<{
    readonly rows: readonly unknown[];
    readonly numAffectedRows?: bigint | undefined;
  }>;
}

/** A statement of Kysely, as `CompiledQuery.raw` returns it. */
export interface MariaDbKyselyQuery {
  readonly query: {
    readonly kind: 'RawNode';
    readonly sqlFragments: readonly string[];
    readonly parameters: readonly [];
  };
  readonly queryId: { readonly queryId: string };
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/**
 * Returns a transaction of Kysely for `store.join`: that of `db.transaction().execute(…)`, or a controlled one of
 * `db.startTransaction().execute()`.
 *
 * @example
 * await db.transaction().setIsolationLevel('read committed').execute(async (trx) => {
 *   await trx.insertInto('orders').values({ customer: 'Ada' }).execute();
 *   await portcullis.notifications.notify(notification, store.join?.(fromKysely(trx)));
 * });
 * @throws StoreError `STORE_INPUT_INVALID` for a Kysely without a transaction.
 */
export function fromKysely(trx: MariaDbKyselyTransaction): MariaDbTransactionQueries {
  refuseWithoutTransaction(trx?.isTransaction === true, 'the trx of db.transaction().execute((trx) => …)');
  // Plugins change names and values of results.
  const plain = trx.withoutPlugins();
  const execute = (text: string, parameters: readonly MariaDbParameter[]) =>
    plain.executeQuery({
      query: { kind: 'RawNode', sqlFragments: [text], parameters: [] },
      queryId: { queryId: text },
      sql: text,
      parameters,
    });
  return {
    queryRows: async (text, parameters) => (await execute(text, parameters)).rows as object[],
    changeRows: async (text, parameters) => Number((await execute(text, parameters)).numAffectedRows ?? 0),
  };
}
