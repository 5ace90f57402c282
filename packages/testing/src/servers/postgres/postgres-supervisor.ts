import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeKeptFolder } from './kept-folder.ts';
import { serverAccount, sharedTemporaryFolder } from './server-account.ts';
import { locateBinaries } from './server-binaries.ts';
import { initialiseCluster, type RunningServer, startServer } from './server-process.ts';
import type { SupervisorAnswer, SupervisorOrder } from './supervisor-protocol.ts';

/** The main program beside a server: starts it when told, and takes it down when its parent lets go or dies. */
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
    const setup = { binaries, account, data, scratch: folder, ...order };
    if (!existsSync(join(data, 'PG_VERSION'))) await initialiseCluster(setup);
    server = await startServer(setup);
    answer({ port: server.port });
    await Promise.race([parentGone, server.exited]);
  } catch (error) {
    answer({ failure: error instanceof Error ? error.message : String(error) });
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
    if (process.connected) process.disconnect();
  }
}

function answer(message: SupervisorAnswer): void {
  if (process.connected) process.send?.(message);
}

// The parent may have a strict umask; the server's account must be able to read what is made for it.
process.umask(0o022);
await supervise();
