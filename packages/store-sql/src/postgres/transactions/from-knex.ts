import { refuseWithoutTransaction } from '../../connections/refuse-without-transaction.ts';
import { splitPlaceholders } from './split-placeholders.ts';
import type { TransactionQueries } from './transaction-queries.ts';

/** The part of a transaction of Knex that the store uses. */
export interface KnexTransaction {
  readonly isTransaction?: boolean;
  isCompleted(): boolean;
  raw(text: string, bindings: (string | null)[]): PromiseLike<unknown>;
}

/**
 * Returns a transaction of Knex for `store.join`, also that of a library on Knex, such as Objection.
 *
 * @example
 * await knex.transaction(async (trx) => {
 *   await trx('orders').insert({ customer: 'Ada' });
 *   await portcullis.notifications.notify(notification, store.join?.(fromKnex(trx)));
 * });
 * @throws StoreError `STORE_INPUT_INVALID` for a Knex without an open transaction.
 */
export function fromKnex(trx: KnexTransaction): TransactionQueries {
  const isOpen = trx?.isTransaction === true && !trx.isCompleted();
  refuseWithoutTransaction(isOpen, 'the trx of knex.transaction((trx) => …)');
  return {
    async queryText(text, parameters) {
      const { parts, values } = splitPlaceholders(text, parameters);
      const result = await trx.raw(parts.map((part) => part.replaceAll('?', '\\?')).join('?'), [...values]);
      return (result as { readonly rows: object[] }).rows;
    },
  };
}
