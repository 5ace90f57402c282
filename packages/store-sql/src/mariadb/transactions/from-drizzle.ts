import { refuseWithoutTransaction } from '../../connections/refuse-without-transaction.ts';
import { matchedRows } from '../matched-rows.ts';
import { splitPlaceholders } from './split-placeholders.ts';
import type { MariaDbParameter, MariaDbTransactionQueries } from './transaction-queries.ts';

/** The part of a transaction of Drizzle on `mysql2` that the store uses. */
export interface MariaDbDrizzleTransaction<Query> {
  execute(query: Query): PromiseLike<unknown>;
  /** Only transactions have it. */
  rollback(): never;
}

/**
 * Returns a transaction of Drizzle on `mysql2` for `store.join`.
 *
 * @param sql - the function of `drizzle-orm` that creates a query.
 * @example
 * await db.transaction(
 *   async (tx) => {
 *     await tx.insert(orders).values({ customer: 'Ada' });
 *     await portcullis.notifications.notify(notification, store.join?.(fromDrizzle(tx, sql)));
 *   },
 *   { isolationLevel: 'read committed' },
 * );
 * @throws StoreError `STORE_INPUT_INVALID` for a database of Drizzle without a transaction.
 */
export function fromDrizzle<Query>(
  tx: MariaDbDrizzleTransaction<Query>,
  sql: (strings: TemplateStringsArray, ...values: unknown[]) => Query,
): MariaDbTransactionQueries {
  refuseWithoutTransaction(typeof tx?.rollback === 'function', 'the tx of db.transaction((tx) => …)');
  const execute = async (text: string, parameters: readonly MariaDbParameter[]): Promise<unknown> => {
    const parts = splitPlaceholders(text);
    const [result] = (await tx.execute(sql(Object.assign([...parts], { raw: parts }), ...parameters))) as [unknown];
    return result;
  };
  return {
    queryRows: async (text, parameters) => (await execute(text, parameters)) as object[],
    changeRows: async (text, parameters) => matchedRows(await execute(text, parameters)),
  };
}
