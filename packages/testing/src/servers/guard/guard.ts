/** The program that ends the servers of its parent and removes their folders when the parent ends, even by a signal. */
import { rmSync } from 'node:fs';
import type { GuardOrder } from './guard-protocol.ts';

const servers = new Set<number>();
const folders = new Set<string>();

process.on('message', (order: GuardOrder) => {
  if (order.kind === 'server') servers.add(order.pid);
  if (order.kind === 'ended') servers.delete(order.pid);
  if (order.kind === 'folder') folders.add(order.folder);
});
process.on('disconnect', () => {
  for (const pid of servers) end(pid);
  // Windows locks files for a moment after their server has ended.
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
