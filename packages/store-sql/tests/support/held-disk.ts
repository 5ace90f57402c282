import type { Disk } from '../../src/sqlite/disk.ts';

/** A disk whose syncs end when the test says so. */
export interface HeldDisk extends Disk {
  /** Syncs that the thread pool was asked for so far. */
  readonly begun: number;
  /** Syncs in the thread itself so far. */
  readonly inThread: number;
  /** Ends the sync in the pool that is under way. */
  end(error?: Error): void;
}

/** Makes the disk. In the thread itself it answers at once; the limit without `patienceMs` is never reached. */
export function createHeldDisk({ patienceMs = 600_000 } = {}): HeldDisk {
  const underWay: ((error: Error | null) => void)[] = [];
  let begun = 0;
  let inThread = 0;
  return {
    patienceMs,
    get begun() {
      return begun;
    },
    get inThread() {
      return inThread;
    },
    sync(_descriptor, ended) {
      begun += 1;
      underWay.push(ended);
    },
    syncNow() {
      inThread += 1;
    },
    end(error) {
      underWay.shift()?.(error ?? null);
    },
  };
}

/** Lets everything go on that can. */
export async function atRest(): Promise<void> {
  for (let tick = 0; tick < 5; tick += 1) await new Promise((resolve) => setImmediate(resolve));
}
