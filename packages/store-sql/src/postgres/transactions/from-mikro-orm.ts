import { refuseWithoutTransaction } from '../../connections/refuse-without-transaction.ts';
import { fromKysely, type KyselyTransaction } from './from-kysely.ts';
import type { TransactionQueries } from './transaction-queries.ts';

/** The part of an entity manager of MikroORM that the store uses. */
export interface MikroOrmEntityManager {
  getTransactionContext(): unknown;
}

/**
 * Returns a transaction of MikroORM (7 or later) for `store.join`: that of the entity manager which `em.transactional(…)` passes
 * to its callback, or on which `em.begin()` was called.
 *
 * @example
 * await orm.em.transactional(async (em) => {
 *   em.create(Order, { customer: 'Ada' });
 *   await portcullis.notifications.notify(notification, store.join?.(fromMikroOrm(em)));
 * });
 * @throws StoreError `STORE_INPUT_INVALID` for an entity manager without a transaction.
 */
export function fromMikroOrm(em: MikroOrmEntityManager): TransactionQueries {
  // Since version 7 its transactions are those of Kysely.
  const context = em?.getTransactionContext() as KyselyTransaction | undefined;
  refuseWithoutTransaction(context !== undefined, 'the em of orm.em.transactional((em) => …)');
  return fromKysely(context as KyselyTransaction);
}
