import { refuseWithoutTransaction } from '../../connections/refuse-without-transaction.ts';
import { matchedRows } from '../matched-rows.ts';
import { splitPlaceholders } from './split-placeholders.ts';
import type { MariaDbParameter, MariaDbTransactionQueries } from './transaction-queries.ts';

/** The part of a transaction of Knex that the store uses. */
export interface MariaDbKnexTransaction {
  readonly isTransaction?: boolean;
  isCompleted(): boolean;
  raw(text: string, bindings: MariaDbParameter[]): PromiseLike<unknown>;
}

/**
 * Returns a transaction of Knex on `mysql2` for `store.join`, also that of a library on Knex, such as Objection.
 *
 * @example
 * const isolationLevel = 'read committed';
 * await knex.transaction(async (trx) => {
 *   await trx('orders').insert({ customer: 'Ada' });
 *   await portcullis.notifications.notify(notification, store.join?.(fromKnex(trx)));
 * }, { isolationLevel });
 * @throws StoreError `STORE_INPUT_INVALID` for a Knex without an open transaction.
 */
export function fromKnex(trx: MariaDbKnexTransaction): MariaDbTransactionQueries {
  const isOpen = trx?.isTransaction === true && !trx.isCompleted();
  refuseWithoutTransaction(isOpen, 'the trx of knex.transaction((trx) => …)');
  const execute = async (text: string, parameters: readonly MariaDbParameter[]): Promise<unknown> => {
    const escaped = splitPlaceholders(text).map((part) => part.replaceAll('?', '\\?'));
    const [result] = (await trx.raw(escaped.join('?'), [...parameters])) as [unknown];
    return result;
  };
  return {
    queryRows: async (text, parameters) => (await execute(text, parameters)) as object[],
    changeRows: async (text, parameters) => matchedRows(await execute(text, parameters)),
  };
}
