import { chmodSync, chownSync, constants, cpSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerAccount } from './server-account.ts';

/**
 * Copies the data of a stopped cluster, for `account`. The copy is renamed at the end, so that an interrupted copy is
 * not mistaken for a cluster.
 */
export function copyCluster(from: string, to: string, account: ServerAccount | undefined): void {
  const unfinished = `${to}-unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(from, unfinished, { recursive: true, mode: constants.COPYFILE_FICLONE });
  if (account) {
    const places = readdirSync(unfinished, { recursive: true, encoding: 'utf8' });
    for (const place of ['', ...places]) chownSync(join(unfinished, place), account.uid, account.gid);
  }
  chmodSync(unfinished, 0o700);
  renameSync(unfinished, to);
}
