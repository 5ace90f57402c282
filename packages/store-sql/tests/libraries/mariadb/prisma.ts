import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromPrisma, type MariaDbPrismaTransaction, type MariaDbTransactionQueries } from '../../../src/mariadb.ts';
import type { LibraryTransaction, OpenLibrary } from '../host-library.ts';
import { PRISMA_CLIENTS } from '../install-prisma.ts';

/** The part of the generated client that the tests use. */
interface PrismaClient extends MariaDbPrismaTransaction {
  readonly tag: { create(input: { readonly data: { readonly name: string } }): Promise<unknown> };
  $transaction<Result>(
    work: (tx: PrismaClient) => Promise<Result>,
    options?: { readonly maxWait?: number; readonly timeout?: number; readonly isolationLevel?: 'ReadCommitted' },
  ): Promise<Result>;
  $disconnect(): Promise<void>;
}

const inPrisma = (tx: PrismaClient): LibraryTransaction<MariaDbTransactionQueries> => ({
  joinable: fromPrisma(tx),
  async insertTag(name) {
    await tx.tag.create({ data: { name } });
  },
  nested: (work) => tx.$transaction((nested) => work(inPrisma(nested))),
});

/** Returns a function that opens Prisma on the adapter for MariaDB, with the client of a folder. */
export function createMariaDbPrismaOpener(folder: string): OpenLibrary<MariaDbTransactionQueries> {
  const load = (path: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, path)).href);
  return async (connectionString) => {
    const { PrismaClient } = await load(`${PRISMA_CLIENTS.mysql}/client.ts`);
    const { PrismaMariaDb } = await load('node_modules/@prisma/adapter-mariadb/dist/index.mjs');
    const prisma: PrismaClient = new PrismaClient({ adapter: new PrismaMariaDb(connectionString) });
    // The default timeout of five seconds is short for a busy machine.
    const options = { maxWait: 120_000, timeout: 120_000, isolationLevel: 'ReadCommitted' } as const;
    return {
      transaction: (work) => prisma.$transaction((tx) => work(inPrisma(tx)), options),
      reportsRollback: false,
      withoutTransaction: () => fromPrisma(prisma),
      close: () => prisma.$disconnect(),
    };
  };
}
