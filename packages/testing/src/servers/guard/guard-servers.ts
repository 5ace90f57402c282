import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GuardOrder } from './guard-protocol.ts';

/** One guard for all servers of this process, which starts with the first. */
let guard: ChildProcess | undefined;

/** Ends a server when this process ends, even by a signal. */
export function guardServer(server: ChildProcess): void {
  const { pid } = server;
  // It could not be started.
  if (pid === undefined) return;
  order({ kind: 'server', pid });
  server.once('exit', () => order({ kind: 'ended', pid }));
}

/** Creates a temporary folder, which is removed when this process ends, even by a signal. */
export function createGuardedFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  order({ kind: 'folder', folder });
  return folder;
}

function order(message: GuardOrder): void {
  guard ??= startGuard();
  // A guard that was killed no longer helps, but disturbs no test.
  guard.send(message, () => {});
}

function startGuard(): ChildProcess {
  const program = fileURLToPath(new URL(`./guard${extname(import.meta.url)}`, import.meta.url));
  // Detached: signals of a terminal go to all processes of a group.
  const started = fork(program, [], { detached: true, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  started.on('error', () => {});
  started.unref();
  started.channel?.unref();
  return started;
}
