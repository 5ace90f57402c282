import { type LinuxProcess, linuxProcesses, ownMicros, writtenBytes } from './linux-processes.ts';

/** The processor time that a contender uses outside its own process, in microseconds. */
export interface SurroundingTime {
  /** The time of the servers in which it stores. */
  readonly store: number;
  /** Its share of the kernel threads that write to the disk. */
  readonly flush: number;
}

/** The counters of the machine at one time. */
export interface SurroundingReading {
  readonly store: number;
  readonly flushThreads: ReadonlyMap<number, number>;
  /** Bytes written by the contender and its store, and by all processes. */
  readonly written: number;
  readonly writtenByAll: number;
}

/** Kernel threads by their present work: the journal of ext4, writeback, and the queues of block devices. */
const FLUSH_THREAD = /^jbd2\/|^kworker\/.*(flush|writeback|kblockd|ext4|xfs|btrfs|dio)/;
const KERNEL_PARENT = 2;

/**
 * Reads the counters of a contender's store and of the kernel. Linux only.
 *
 * @param contender - the id of its process.
 * @param store - matches the names of the store's programs, below this process.
 */
export function readSurroundings(contender: number, store: RegExp | undefined): SurroundingReading {
  const all = linuxProcesses();
  const servers = store ? familyOf(process.pid, all).filter(({ name }) => store.test(name)) : [];
  const written = (processes: readonly { readonly pid: number }[]): number =>
    processes.reduce((sum, each) => sum + writtenBytes(each), 0);
  const flushThreads = all.filter(({ parent, name }) => parent === KERNEL_PARENT && FLUSH_THREAD.test(name));
  return {
    store: servers.reduce((sum, each) => sum + ownMicros(each) + each.endedChildrenMicros, 0),
    flushThreads: new Map(flushThreads.map((thread) => [thread.pid, ownMicros(thread)])),
    written: written([{ pid: contender }, ...servers]),
    writtenByAll: written(all),
  };
}

/**
 * Returns the processor time between two readings. `/proc` does not report for which process a kernel thread writes:
 * the contender gets its share of the bytes that all processes have written.
 */
export function timeBetween(before: SurroundingReading, after: SurroundingReading): SurroundingTime {
  const store = Math.max(0, after.store - before.store);
  // Excludes a kernel thread that did other work at the first reading, because its start value is unknown.
  const flush = [...after.flushThreads].reduce(
    (sum, [pid, micros]) => sum + micros - (before.flushThreads.get(pid) ?? micros),
    0,
  );
  const written = Math.max(0, after.written - before.written);
  const writtenByAll = Math.max(written, after.writtenByAll - before.writtenByAll);
  return { store, flush: writtenByAll === 0 ? 0 : (flush * written) / writtenByAll };
}

function familyOf(ancestor: number, all: readonly LinuxProcess[]): readonly LinuxProcess[] {
  const family = new Set([ancestor]);
  // The iteration of a set includes elements that are added during it.
  for (const parent of family) for (const each of all) if (each.parent === parent) family.add(each.pid);
  return all.filter(({ pid }) => family.has(pid));
}
