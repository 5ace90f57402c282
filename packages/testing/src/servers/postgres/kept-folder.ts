import { chownSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { isOpenToAll } from './open-to-all.ts';
import type { ServerAccount } from './server-account.ts';

/**
 * Creates a folder for data that outlive the server. Only the server's account can access it.
 *
 * @throws Error if `account` cannot reach it.
 */
export function makeKeptFolder(folder: string, account: ServerAccount | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!account) return;
  if (!isOpenToAll(dirname(folder))) {
    throw new Error(`it runs as the account ${account.uid}, which cannot enter ${dirname(folder)}.`);
  }
  chownSync(folder, account.uid, account.gid);
}
