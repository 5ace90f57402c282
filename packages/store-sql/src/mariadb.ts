/**
 * The store on MariaDB, for several processes at once.
 *
 * @packageDocumentation
 */

export type { ConnectionSocket } from './connections/response-watch.ts';
export { createMariaDbStore } from './mariadb/create-mariadb-store.ts';
export type { CommittingMariaDbHost, MariaDbHostTransaction } from './mariadb/host-transaction.ts';
export type {
  MariaDbCallbackConnection,
  MariaDbCallbackPool,
  MariaDbConnection,
  MariaDbPool,
  MariaDbPoolConnection,
  MariaDbQuery,
} from './mariadb/mariadb-client.ts';
export type { MariaDbPoolOptions, MariaDbStoreOptions } from './mariadb/mariadb-store-options.ts';
export { fromDrizzle, type MariaDbDrizzleTransaction } from './mariadb/transactions/from-drizzle.ts';
export { fromKnex, type MariaDbKnexTransaction } from './mariadb/transactions/from-knex.ts';
export {
  fromKysely,
  type MariaDbKyselyQueries,
  type MariaDbKyselyQuery,
  type MariaDbKyselyTransaction,
} from './mariadb/transactions/from-kysely.ts';
export { fromMikroOrm, type MariaDbMikroOrmEntityManager } from './mariadb/transactions/from-mikro-orm.ts';
export { fromPrisma, type MariaDbPrismaTransaction } from './mariadb/transactions/from-prisma.ts';
export {
  fromTypeOrm,
  type MariaDbTypeOrmEntityManager,
  type MariaDbTypeOrmQueryRunner,
} from './mariadb/transactions/from-typeorm.ts';
export type { MariaDbParameter, MariaDbTransactionQueries } from './mariadb/transactions/transaction-queries.ts';
