import { execFileSync } from 'node:child_process';

/** A process of this machine. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** All running processes, without zombies. */
export function runningProcesses(): readonly RunningProcess[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).trim().split('\n');
  return lines.flatMap((line) => {
    const [pid, parent, state = '', ...command] = line.trim().split(/\s+/);
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command: command.join(' ') }];
  });
}

/** The descendants of a process: the processes that it has started, and the processes that those have started. */
export function processesBelow(ancestor: number): readonly RunningProcess[] {
  const all = runningProcesses();
  const family = new Set([ancestor]);
  // The iteration of a set includes elements that are added during it.
  for (const parent of family) for (const each of all) if (each.parent === parent) family.add(each.pid);
  return all.filter(({ pid }) => pid !== ancestor && family.has(pid));
}
