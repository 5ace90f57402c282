import type { Store } from '@portcullis/core';
import { createMariaDbStore } from '@portcullis/store-sql/mariadb';
import { createPostgresStore } from '@portcullis/store-sql/postgres';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';

/** Returns a store with the options of a host that sets none. */
export function defaultStoreOf(order: StoreOrder): Store {
  if (order.kind === 'sqlite') return createSqliteStore({ file: order.file });
  const { connectionString } = order;
  return order.kind === 'postgresql'
    ? createPostgresStore({ connectionString })
    : createMariaDbStore({ connectionString });
}
