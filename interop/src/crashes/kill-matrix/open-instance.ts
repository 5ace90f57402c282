import {
  type Clock,
  createPortcullis,
  createStaticSecretKeys,
  createSystemClock,
  type Portcullis,
  type Store,
} from '@portcullis/core';
import type { Plugin } from '@portcullis/plugin-api';
import { createMariaDbStore } from '@portcullis/store-sql/mariadb';
import { createPostgresStore } from '@portcullis/store-sql/postgres';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import { createFakeRandom } from '@portcullis/testing';
import { ADMIN } from '../../shared/admin.ts';
import type { Operation, StoreOrder } from './victim-protocol.ts';

/** Opens a store of any kind. */
export function storeOf(order: StoreOrder): Store {
  if (order.kind === 'sqlite') return createSqliteStore({ file: order.file, synchronous: 'normal' });
  const { connectionString } = order;
  return order.kind === 'postgresql'
    ? createPostgresStore({ connectionString, pool: { max: 2 } })
    : createMariaDbStore({ connectionString, pool: { connectionLimit: 2 } });
}

/** Returns a clock that is ahead: leases of other processes have expired. */
export function clockAhead(milliseconds: number): Clock {
  const clock = createSystemClock();
  return { ...clock, now: () => clock.now() + milliseconds };
}

/** A rotation must generate a value that differs from the previous one. */
export function seedOf(operation: Operation, isRecovery = false): number {
  if (operation !== 'rotate') return 1;
  return isRecovery ? 3 : 2;
}

/**
 * Creates an instance on a store. Its randomness is deterministic, so that two runs create the same names.
 *
 * @param options.clock - for recovery, ahead of the leases of dead processes.
 * @param options.seed - determines the secrets. @default 1
 */
export function openInstance(
  plugin: Plugin,
  store: Store,
  { clock = createSystemClock(), seed }: { readonly clock?: Clock; readonly seed?: number } = {},
): Promise<Portcullis> {
  return createPortcullis({
    plugins: [plugin],
    store,
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
    random: createFakeRandom(seed),
    settings: { recurringValidationPeriodMs: 0 },
    clock,
  });
}

/**
 * Sets up an integration, without a kill.
 *
 * @throws Error if it is not enabled in the end.
 */
export async function setUpIntegration(plugin: Plugin, store: Store, body: unknown): Promise<void> {
  const portcullis = await openInstance(plugin, store);
  await portcullis.integrations.create(ADMIN, body);
  const { status } = await portcullis.integrations.whenIdle(1);
  await portcullis.close();
  if (status !== 'enabled') throw new Error(`The set-up ended as ${status}.`);
}
