import { refuseWithoutTransaction } from '../../connections/refuse-without-transaction.ts';
import { splitPlaceholders } from './split-placeholders.ts';
import type { TransactionQueries } from './transaction-queries.ts';

/** The part of a transaction of Drizzle that the store uses. */
export interface DrizzleTransaction<Query> {
  execute(query: Query): PromiseLike<unknown>;
  /** Only transactions have it. */
  rollback(): never;
}

/**
 * Returns a transaction of Drizzle for `store.join`.
 *
 * @param sql - the function of `drizzle-orm` that creates a query.
 * @example
 * await db.transaction(async (tx) => {
 *   await tx.insert(orders).values({ customer: 'Ada' });
 *   await portcullis.notifications.notify(notification, store.join?.(fromDrizzle(tx, sql)));
 * });
 * @throws StoreError `STORE_INPUT_INVALID` for a database of Drizzle without a transaction.
 */
export function fromDrizzle<Query>(
  tx: DrizzleTransaction<Query>,
  sql: (strings: TemplateStringsArray, ...values: unknown[]) => Query,
): TransactionQueries {
  refuseWithoutTransaction(typeof tx?.rollback === 'function', 'the tx of db.transaction((tx) => …)');
  return {
    async queryText(text, parameters) {
      const { parts, values } = splitPlaceholders(text, parameters);
      const result = await tx.execute(sql(Object.assign([...parts], { raw: parts }), ...values));
      // Drivers differ: the rows, or an object that contains them.
      return Array.isArray(result) ? result : (result as { readonly rows: object[] }).rows;
    },
  };
}
