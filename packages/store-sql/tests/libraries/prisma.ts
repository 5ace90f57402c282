import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromPrisma, type PrismaTransaction } from '../../src/postgres.ts';
import type { LibraryTransaction, OpenLibrary } from './host-library.ts';

/** The part of the generated client that the tests use. */
interface PrismaClient extends PrismaTransaction {
  readonly tag: { create(input: { readonly data: { readonly name: string } }): Promise<unknown> };
  $transaction<Result>(
    work: (tx: PrismaClient) => Promise<Result>,
    options?: { readonly maxWait?: number; readonly timeout?: number },
  ): Promise<Result>;
  $disconnect(): Promise<void>;
}

const inPrisma = (tx: PrismaClient): LibraryTransaction => ({
  joinable: fromPrisma(tx),
  async insertTag(name) {
    await tx.tag.create({ data: { name } });
  },
  nested: (work) => tx.$transaction((nested) => work(inPrisma(nested))),
});

/** Creates the generated client of a folder, on the adapter for `pg`. */
export async function loadPrisma(folder: string, connectionString: string): Promise<PrismaClient> {
  const load = (path: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, path)).href);
  const { PrismaClient } = await load('generated/client.ts');
  const { PrismaPg } = await load('node_modules/@prisma/adapter-pg/dist/index.mjs');
  return new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
}

/** Returns a function that opens Prisma with the client of a folder. */
export function createPrismaOpener(folder: string): OpenLibrary {
  return async (connectionString) => {
    const prisma = await loadPrisma(folder, connectionString);
    return {
      // Its default of five seconds is short for a busy machine.
      transaction: (work) => prisma.$transaction((tx) => work(inPrisma(tx)), { maxWait: 120_000, timeout: 120_000 }),
      reportsRollback: false,
      withoutTransaction: () => fromPrisma(prisma),
      close: () => prisma.$disconnect(),
    };
  };
}
