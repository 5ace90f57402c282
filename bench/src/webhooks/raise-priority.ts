import { spawnSync } from 'node:child_process';

/**
 * Gives the main thread of this process the highest priority, like a client on a separate machine; its child processes
 * do not inherit it. Linux permits this to root, by `chrt` of util-linux.
 *
 * @returns a function that restores the priority; undefined if the system does not permit it.
 */
export function raisePriority(): (() => void) | undefined {
  const set = (...policy: string[]): boolean => spawnSync('chrt', [...policy, String(process.pid)]).status === 0;
  if (!set('--reset-on-fork', '--fifo', '--pid', '1')) return undefined;
  return () => void set('--other', '--pid', '0');
}
