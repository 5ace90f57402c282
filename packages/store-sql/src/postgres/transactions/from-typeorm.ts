import { refuseWithoutTransaction } from '../../connections/refuse-without-transaction.ts';
import type { TransactionQueries } from './transaction-queries.ts';

/** The part of a query runner of TypeORM that the store uses. */
export interface TypeOrmQueryRunner {
  readonly isTransactionActive: boolean;
  query(text: string, parameters: unknown[]): Promise<unknown>;
}

/** The part of an entity manager of TypeORM that the store uses. */
export interface TypeOrmEntityManager {
  readonly queryRunner?: TypeOrmQueryRunner | undefined;
}

/**
 * Returns a transaction of TypeORM for `store.join`: that of the entity manager which `dataSource.transaction(…)` passes to its
 * callback, or of a query runner on which `startTransaction()` was called.
 *
 * @example
 * await dataSource.transaction(async (manager) => {
 *   await manager.insert(Order, { customer: 'Ada' });
 *   await portcullis.notifications.notify(notification, store.join?.(fromTypeOrm(manager)));
 * });
 * @throws StoreError `STORE_INPUT_INVALID` for a manager or a query runner without a transaction.
 */
export function fromTypeOrm(managerOrRunner: TypeOrmEntityManager | TypeOrmQueryRunner): TransactionQueries {
  const runner = 'isTransactionActive' in managerOrRunner ? managerOrRunner : managerOrRunner.queryRunner;
  refuseWithoutTransaction(
    runner?.isTransactionActive === true,
    'the manager of dataSource.transaction((manager) => …)',
  );
  return {
    queryText: (text, parameters) => (runner as TypeOrmQueryRunner).query(text, [...parameters]) as Promise<object[]>,
  };
}
