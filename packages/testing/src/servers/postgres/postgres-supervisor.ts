import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyCluster } from './copy-cluster.ts';
import { makeKeptFolder } from './kept-folder.ts';
import { serverAccount, sharedTemporaryFolder } from './server-account.ts';
import { locateBinaries } from './server-binaries.ts';
import { type ClusterSetup, initialiseCluster, type RunningServer, startServer } from './server-process.ts';
import { askShared } from './shared/ask-shared.ts';
import { SHARED_USER, type SharedCluster } from './shared/shared-protocol.ts';
import type { SupervisorOrder, SupervisorResponse } from './supervisor-protocol.ts';

/**
 * The program that supervises a server: it starts the server on request, and stops it when its parent disconnects or
 * dies.
 */
async function supervise(): Promise<void> {
  const parentGone = Promise.race(['disconnect', 'SIGTERM', 'SIGINT', 'SIGHUP'].map((event) => once(process, event)));
  const [order] = (await once(process, 'message')) as [SupervisorOrder];
  const folder = mkdtempSync(join(sharedTemporaryFolder(), 'postgres-'));
  let server: RunningServer | undefined;
  try {
    const account = serverAccount();
    if (account) chownSync(folder, account.uid, account.gid);
    chmodSync(folder, 0o700);
    const binaries = locateBinaries(folder, account);
    if (order.folder !== undefined) makeKeptFolder(order.folder, account);
    const data = join(order.folder ?? folder, 'data');
    const { port, settings } = order;
    const password = await makeCluster({ binaries, account, data, scratch: folder }, order);
    if (port !== undefined) server = await startServer({ binaries, account, data, port, settings });
    respond({ data, password, port: server?.port ?? 0 });
    await Promise.race([parentGone, ...(server ? [server.exited] : [])]);
  } catch (error) {
    respond({ failure: error instanceof Error ? error.message : String(error) });
  } finally {
    await server?.stop();
    // Windows locks files for a moment after their server has ended.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    if (process.connected) process.disconnect();
  }
}

/** Creates the data if they are missing. Returns the password of the first account. */
async function makeCluster(setup: ClusterSetup, order: SupervisorOrder): Promise<string> {
  const isThere = existsSync(join(setup.data, 'PG_VERSION'));
  // If processes share a PostgreSQL, its data exist already: a copy is faster than another initialisation.
  if (!isThere && order.user === SHARED_USER && order.password === undefined && order.port !== undefined) {
    const shared = await askShared<SharedCluster>('cluster');
    if (shared) {
      copyCluster(shared.data, setup.data, setup.account);
      return shared.password;
    }
  }
  const password = order.password ?? randomBytes(18).toString('base64url');
  if (!isThere) await initialiseCluster({ ...setup, user: order.user, password });
  return password;
}

function respond(message: SupervisorResponse): void {
  if (process.connected) process.send?.(message);
}

// The parent may have a strict umask; the server's account must be able to read its files.
process.umask(0o022);
await supervise();
