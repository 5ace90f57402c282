import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { findMariaDb } from '@portcullis/testing/mariadb';
import { describe, expect, it } from 'vitest';
import { describeConformance } from './describe-conformance.ts';
import { describeGuide } from './describe-guide.ts';
import { describeLibraries } from './describe-libraries.ts';
import { installPrisma, PRISMA_CLIENTS } from './install-prisma.ts';
import { createDriverOpener } from './mariadb/driver.ts';
import { openMariaDbHost } from './mariadb/open-mariadb-host.ts';
import { createMariaDbPrismaOpener } from './mariadb/prisma.ts';
import { openHost } from './open-host.ts';
import { createPrismaOpener } from './prisma.ts';

const root = join(import.meta.dirname, '../../../..');
const prisma = await installPrisma();

if ('missing' in prisma) describe('Prisma', () => it.skip(prisma.missing));
else {
  const openPrisma = createPrismaOpener(prisma.folder);
  describeLibraries([['Prisma', openPrisma]], { openHost, undoesTransactions: true });
  describeConformance([['Prisma', openPrisma]]);

  describe.runIf(findMariaDb())('on MariaDB', () =>
    describeLibraries(
      [
        ['Prisma', createMariaDbPrismaOpener(prisma.folder)],
        ['mariadb', createDriverOpener(prisma.folder)],
      ],
      { openHost: openMariaDbHost, undoesTransactions: false },
    ),
  );

  describe('the guide', () =>
    describeGuide([
      [
        'prisma',
        async () => ({
          ...(await import('./guide/prisma/create-tag.ts')),
          ...(await import('./guide/prisma/database.ts')),
        }),
      ],
    ]));

  it.each([
    ['postgres', PRISMA_CLIENTS.postgresql],
    ['mariadb', PRISMA_CLIENTS.mysql],
  ])('the types of the generated client match fromPrisma of %s only inside a transaction', async (name, client) => {
    const source = `../../src/${name}/transactions/from-prisma.ts`;
    const usage = `import { fromPrisma } from '${relative(prisma.folder, join(import.meta.dirname, source))}';
import type { PrismaClient } from './${client}/client.ts';

export async function use(prisma: PrismaClient): Promise<void> {
  await prisma.$transaction(async (tx) => {
    fromPrisma(tx);
    await tx.$transaction(async (nested) => fromPrisma(nested));
  });
  // @ts-expect-error
  fromPrisma(prisma);
}
`;
    writeFileSync(join(prisma.folder, 'usage.ts'), usage);
    const config = {
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: { noEmit: true, customConditions: ['source'], rootDir: root },
      files: ['usage.ts'],
    };
    writeFileSync(join(prisma.folder, 'tsconfig.json'), JSON.stringify(config));
    const check = promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', prisma.folder]);
    expect(
      await check.then(
        () => '',
        ({ stdout }) => stdout,
      ),
    ).toBe('');
  });
}
