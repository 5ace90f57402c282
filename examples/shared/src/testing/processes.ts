import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The descendants of a process: the processes that it has started, and the processes that those have started. */
export async function descendantsOf(ancestor: number): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const pairs = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const family = new Set([ancestor]);
  // The iteration of a set includes elements that are added during it.
  for (const parent of family) {
    for (const [pid, ppid] of pairs) if (pid !== undefined && ppid === parent) family.add(pid);
  }
  family.delete(ancestor);
  return [...family];
}

/** True when a process exists. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
