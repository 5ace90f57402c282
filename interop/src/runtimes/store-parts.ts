import { deepEqual, equal } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresStore } from '@portcullis/store-sql/postgres';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import { ADMIN } from '../shared/admin.ts';
import { checkDelivery, deliver } from './delivery-parts.ts';
import { liveIntegration } from './integration-life.ts';
import { withInstance } from './open-instance.ts';

/** A PostgreSQL that the suite has started. */
const connectionString = process.env.PORTCULLIS_RUNTIMES_POSTGRES ?? '';

async function inFolder(use: (file: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-runtimes-'));
  try {
    await use(join(folder, 'portcullis.db'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lives on one file, and finds its rows after a restart. */
export const useSqlite = () =>
  inFolder(async (file) => {
    await withInstance(liveIntegration, createSqliteStore({ file }));
    await withInstance(async (portcullis) => checkDelivery(await deliver(portcullis)), createSqliteStore({ file }));
    const webhooks = await withInstance(({ webhooks: all }) => all.list(ADMIN), createSqliteStore({ file }));
    deepEqual(
      webhooks.map(({ name }) => name),
      ['w'],
    );
  });

/** A second store on the same file is refused. */
export const lockSqlite = () =>
  inFolder((file) =>
    withInstance(async () => {
      const second = await withInstance(async () => 'opened', createSqliteStore({ file })).catch(
        (error: { readonly code?: string }) => error.code,
      );
      equal(second, 'STORE_LOCKED');
    }, createSqliteStore({ file })),
  );

/** Lives in a schema of its own. */
export async function usePostgres(): Promise<void> {
  const store = () => createPostgresStore({ connectionString, schema: `runtime_${process.pid}` });
  await withInstance(liveIntegration, store());
  await withInstance(async (portcullis) => checkDelivery(await deliver(portcullis)), store());
}

/** Delivers in a thread, on the store of a file. */
export const deliverInThread = () =>
  inFolder((file) =>
    withInstance(async (portcullis) => checkDelivery(await deliver(portcullis)), createSqliteStore({ file }), {
      module: new URL('./thread.ts', import.meta.url),
      data: { file },
    }),
  );
