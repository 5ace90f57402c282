import { spawnSync } from 'node:child_process';

/**
 * Has the main thread of this process run before whatever else wants a core, as a client does that has a machine of its own;
 * what it starts meanwhile does not inherit that. Linux lets root do so, with the `chrt` of util-linux.
 *
 * @returns what ends it; undefined where the system does not let it.
 */
export function runFirst(): (() => void) | undefined {
  const set = (...policy: string[]): boolean => spawnSync('chrt', [...policy, String(process.pid)]).status === 0;
  if (!set('--reset-on-fork', '--fifo', '--pid', '1')) return undefined;
  return () => void set('--other', '--pid', '0');
}
