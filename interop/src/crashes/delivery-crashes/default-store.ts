import type { Store } from '@portcullis/core';
import { createPostgresStore } from '@portcullis/store-sql/postgres';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';

/** Returns a store with the options that a host has that gives none. */
export function defaultStoreOf(order: StoreOrder): Store {
  return order.kind === 'sqlite'
    ? createSqliteStore({ file: order.file })
    : createPostgresStore({ connectionString: order.connectionString });
}
