import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Installs Prisma for its tests alone, because it is larger than all other libraries of these tests together. */
const PACKAGES = {
  '@prisma/adapter-mariadb': '7.9.1',
  '@prisma/adapter-pg': '7.10.0',
  '@prisma/client': '7.10.0',
  prisma: '7.10.0',
} as const;

/** The folder of the generated client for each server. */
export const PRISMA_CLIENTS = { postgresql: 'generated', mysql: 'generated-mariadb' } as const;

const schemaOf = (provider: keyof typeof PRISMA_CLIENTS) => `generator client {
  provider = "prisma-client"
  output   = "./${PRISMA_CLIENTS[provider]}"
}
datasource db {
  provider = "${provider}"
}
model Tag {
  name String @id
  @@map("tags")
}
model Order {
  customer String @id
  @@map("orders")
}
`;

const run = promisify(execFile);

/** Installs Prisma once, and generates its clients. Returns the reason if it cannot be installed, for example without a network. */
export async function installPrisma(): Promise<{ readonly folder: string } | { readonly missing: string }> {
  const folder = join(import.meta.dirname, '../../node_modules/.cache/prisma');
  const installed = join(folder, `.installed-${PACKAGES.prisma}-2`);
  if (existsSync(installed)) return { folder };
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies: PACKAGES }),
  );
  writeFileSync(join(folder, 'prisma.config.js'), 'export default {};\n');
  const shell = process.platform === 'win32';
  try {
    // Its install scripts download an engine that only migrations need.
    const parameters = [
      'install',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--prefer-offline',
      '--ignore-scripts',
    ];
    await run('npm', parameters, { cwd: folder, shell });
  } catch (error) {
    return { missing: `Prisma cannot be installed: ${(error as Error).message}` };
  }
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
  for (const provider of ['postgresql', 'mysql'] as const) {
    const schema = `${provider}.prisma`;
    writeFileSync(join(folder, schema), schemaOf(provider));
    const generate = ['generate', `--schema=${schema}`];
    await run(process.execPath, [join(folder, 'node_modules/prisma/build/index.js'), ...generate], {
      cwd: folder,
      env,
    });
  }
  writeFileSync(installed, '');
  return { folder };
}
