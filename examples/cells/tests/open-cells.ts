import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APPLICATION_ADMIN, createPortcullis, createStaticSecretKeys, type Store } from '@portcullis/core';
import { createPostgresStore } from '@portcullis/store-sql/postgres';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import { openPostgresDatabase } from '@portcullis/testing/postgres';
import { type Cells, createCells } from '../src/create-cells.ts';
import { type Directory, openDirectory } from '../src/directory.ts';

const NAMES = ['one', 'two'] as const;

/** The databases of a test, which outlive the processes that use them. */
export interface Databases {
  readonly folder: string;
  /** Creates the stores of a process. */
  stores(): readonly Store[];
  close(): Promise<void>;
}

/** Creates two empty databases. */
export async function openDatabases(kind: 'SQLite' | 'PostgreSQL'): Promise<Databases> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-cells-'));
  if (kind === 'SQLite') {
    return {
      folder,
      stores: () =>
        NAMES.map((name, index) => createSqliteStore({ file: join(folder, `${name}.db`), cell: index + 1 })),
      close: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  const databases = await Promise.all(NAMES.map(() => openPostgresDatabase()));
  return {
    folder,
    stores: () =>
      databases.map(({ connectionString }, index) => createPostgresStore({ connectionString, cell: index + 1 })),
    async close() {
      for (const { stop } of databases) await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A host process of a test. */
export interface TestHost {
  readonly cells: Cells;
  readonly directory: Directory;
  readonly stores: readonly Store[];
  readonly instances: readonly Awaited<ReturnType<typeof createPortcullis>>[];
  close(): Promise<void>;
}

/**
 * Starts a host on databases. A request names its tenant in the header `x-tenant`, which replaces the host's session.
 */
export async function startHost({ folder, stores: open }: Databases): Promise<TestHost> {
  const stores = open();
  const secretKeys = createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } });
  const instances = await Promise.all(
    stores.map((store) =>
      createPortcullis({ plugins: [], store, secretKeys, webhooks: { allow: [{ cidr: '127.0.0.1/32' }] } }),
    ),
  );
  const directory = openDirectory(join(folder, 'directory.db'));
  const cells = createCells({
    cells: NAMES.map((name, index) => ({ name, portcullis: instances[index] as (typeof instances)[0] })),
    directory,
    async authenticate(request) {
      const tenant = request.headers.get('x-tenant');
      if (tenant === null) return undefined;
      return { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [], tenant };
    },
  });
  return {
    cells,
    directory,
    stores,
    instances,
    async close() {
      for (const instance of instances) await instance.close();
      directory.close();
    },
  };
}
