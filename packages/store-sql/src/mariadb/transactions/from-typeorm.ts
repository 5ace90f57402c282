import { refuseWithoutTransaction } from '../../connections/refuse-without-transaction.ts';
import { matchedRows } from '../matched-rows.ts';
import type { MariaDbTransactionQueries } from './transaction-queries.ts';

/** The part of a query runner of TypeORM that the store uses. */
export interface MariaDbTypeOrmQueryRunner {
  readonly isTransactionActive: boolean;
  query(text: string, parameters: unknown[]): Promise<unknown>;
}

/** The part of an entity manager of TypeORM that the store uses. */
export interface MariaDbTypeOrmEntityManager {
  readonly queryRunner?: MariaDbTypeOrmQueryRunner | undefined;
}

/**
 * Returns a transaction of TypeORM for `store.join`: that of the entity manager which `dataSource.transaction(…)` passes to its
 * callback, or of a query runner on which `startTransaction()` was called.
 *
 * @example
 * await dataSource.transaction('READ COMMITTED', async (manager) => {
 *   await manager.insert(Order, { customer: 'Ada' });
 *   await portcullis.notifications.notify(notification, store.join?.(fromTypeOrm(manager)));
 * });
 * @throws StoreError `STORE_INPUT_INVALID` for a manager or a query runner without a transaction.
 */
export function fromTypeOrm(
  managerOrRunner: MariaDbTypeOrmEntityManager | MariaDbTypeOrmQueryRunner,
): MariaDbTransactionQueries {
  const runner = 'isTransactionActive' in managerOrRunner ? managerOrRunner : managerOrRunner.queryRunner;
  const isOpen = runner?.isTransactionActive === true;
  refuseWithoutTransaction(isOpen, 'the manager of dataSource.transaction((manager) => …)');
  const open = runner as MariaDbTypeOrmQueryRunner;
  return {
    queryRows: async (text, parameters) => (await open.query(text, [...parameters])) as object[],
    changeRows: async (text, parameters) => matchedRows(await open.query(text, [...parameters])),
  };
}
