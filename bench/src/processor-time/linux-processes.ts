import { readdirSync, readFileSync } from 'node:fs';

/** A process or a thread of the kernel, from `/proc`. */
export interface LinuxProcess {
  readonly pid: number;
  readonly parent: number;
  /** The name of the program, of at most 15 characters. */
  readonly name: string;
  /** Processor time of its children that have ended, in microseconds, with a resolution of 10 ms. */
  readonly endedChildrenMicros: number;
}

/** Ticks in a second, in `/proc` of every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
/** The positions of `ppid`, `cutime` and `cstime` among the fields of `/proc/<pid>/stat` that follow the name. */
const PARENT = 1;
const ENDED_CHILDREN = [13, 14];

/** Returns all processes of this machine, with the threads of the kernel. Empty on systems other than Linux. */
export function linuxProcesses(): readonly LinuxProcess[] {
  return entriesOf('/proc').flatMap((entry) => {
    const [, name, rest] = /\((.*)\) (.*)/s.exec(read(`/proc/${entry}/stat`)) ?? [];
    if (name === undefined || rest === undefined) return [];
    const fields = rest.split(' ');
    const ticks = ENDED_CHILDREN.reduce((sum, field) => sum + Number(fields[field]), 0);
    const endedChildrenMicros = (ticks * 1e6) / TICKS_PER_SECOND;
    return [{ pid: Number(entry), parent: Number(fields[PARENT]), name, endedChildrenMicros }];
  });
}

/** Returns the processor time of the threads of a process, in microseconds: 0 if it has ended. */
export function ownMicros({ pid }: LinuxProcess): number {
  const nanoseconds = entriesOf(`/proc/${pid}/task`).map((thread) =>
    Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1000;
}

/** Returns the bytes that a process has written to files, with those of its children that have ended. */
export function writtenBytes({ pid }: Pick<LinuxProcess, 'pid'>): number {
  return Number(/^write_bytes: (\d+)/m.exec(read(`/proc/${pid}/io`))?.[1] ?? 0);
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((entry) => /^\d+$/.test(entry));
  } catch {
    // The process has ended, or the system has no such folder.
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // The process has ended, or belongs to another user.
    return '';
  }
}
