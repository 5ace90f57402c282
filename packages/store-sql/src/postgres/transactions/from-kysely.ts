import { refuseWithoutTransaction } from '../../connections/refuse-without-transaction.ts';
import type { TransactionQueries } from './transaction-queries.ts';

/** The part of a transaction of Kysely that the store uses. */
export interface KyselyTransaction {
  readonly isTransaction: boolean;
  withoutPlugins(): KyselyQueries;
}

/** The part of Kysely that runs a statement. */
export interface KyselyQueries {
  executeQuery(query: KyselyQuery): Promise<{ readonly rows: readonly unknown[] }>;
}

/** A statement of Kysely, as `CompiledQuery.raw` returns it. */
export interface KyselyQuery {
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
 * await db.transaction().execute(async (trx) => {
 *   await trx.insertInto('orders').values({ customer: 'Ada' }).execute();
 *   await portcullis.notifications.notify(notification, store.join?.(fromKysely(trx)));
 * });
 * @throws StoreError `STORE_INPUT_INVALID` for a Kysely without a transaction.
 */
export function fromKysely(trx: KyselyTransaction): TransactionQueries {
  refuseWithoutTransaction(trx?.isTransaction === true, 'the trx of db.transaction().execute((trx) => …)');
  // Plugins change names and values of results.
  const plain = trx.withoutPlugins();
  return {
    async queryText(text, parameters) {
      const { rows } = await plain.executeQuery({
        query: { kind: 'RawNode', sqlFragments: [text], parameters: [] },
        queryId: { queryId: text },
        sql: text,
        parameters,
      });
      return rows as object[];
    },
  };
}
