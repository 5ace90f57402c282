import { refuseWithoutTransaction } from '../../connections/refuse-without-transaction.ts';
import type { MariaDbTransactionQueries } from './transaction-queries.ts';

/** The part of the client of an interactive transaction of Prisma that the store uses. */
export interface MariaDbPrismaTransaction {
  $queryRawUnsafe(text: string, ...parameters: unknown[]): PromiseLike<unknown>;
  $executeRawUnsafe(text: string, ...parameters: unknown[]): PromiseLike<number>;
  /** Only clients without a transaction have it. */
  readonly $connect?: undefined;
}

/**
 * Returns an interactive transaction of Prisma for `store.join`.
 *
 * @example
 * const isolationLevel = 'ReadCommitted';
 * await prisma.$transaction(async (tx) => {
 *   await tx.order.create({ data: { customer: 'Ada' } });
 *   await portcullis.notifications.notify(notification, store.join?.(fromPrisma(tx)));
 * }, { isolationLevel });
 * @throws StoreError `STORE_INPUT_INVALID` for a client without a transaction.
 */
export function fromPrisma(tx: MariaDbPrismaTransaction): MariaDbTransactionQueries {
  const isOpen = typeof tx?.$queryRawUnsafe === 'function' && tx.$connect === undefined;
  refuseWithoutTransaction(isOpen, 'the tx of prisma.$transaction((tx) => …)');
  return {
    queryRows: async (text, parameters) => (await tx.$queryRawUnsafe(text, ...parameters)) as object[],
    changeRows: (text, parameters) => tx.$executeRawUnsafe(text, ...parameters),
  };
}
