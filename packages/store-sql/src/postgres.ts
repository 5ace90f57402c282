/**
 * The store on PostgreSQL, for several processes at once.
 *
 * @packageDocumentation
 */

export type { ObservableClient } from './postgres/commit-watch.ts';
export { createPostgresStore } from './postgres/create-postgres-store.ts';
export type { CommittingHost, HostTransaction } from './postgres/host-transaction.ts';
export type {
  PostgresClient,
  PostgresPool,
  PostgresPoolClient,
  PostgresQuery,
  PostgresResult,
} from './postgres/postgres-client.ts';
export type { PostgresPoolOptions, PostgresStoreOptions } from './postgres/postgres-store-options.ts';
export { type DrizzleTransaction, fromDrizzle } from './postgres/transactions/from-drizzle.ts';
export { fromKnex, type KnexTransaction } from './postgres/transactions/from-knex.ts';
export {
  fromKysely,
  type KyselyQueries,
  type KyselyQuery,
  type KyselyTransaction,
} from './postgres/transactions/from-kysely.ts';
export { fromMikroOrm, type MikroOrmEntityManager } from './postgres/transactions/from-mikro-orm.ts';
export { fromPrisma, type PrismaTransaction } from './postgres/transactions/from-prisma.ts';
export {
  fromTypeOrm,
  type TypeOrmEntityManager,
  type TypeOrmQueryRunner,
} from './postgres/transactions/from-typeorm.ts';
export type { TransactionQueries } from './postgres/transactions/transaction-queries.ts';
