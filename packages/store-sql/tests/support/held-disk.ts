import type { Disk } from '../../src/sqlite/disk.ts';

/** A disk whose syncs end when the test ends them. */
export interface HeldDisk extends Disk {
  /** Number of syncs in the thread pool so far. */
  readonly begun: number;
  /** Number of syncs in the thread itself so far. */
  readonly inThread: number;
  /** Ends the running sync in the pool. */
  end(error?: Error): void;
}

/**
 * Creates the disk. Syncs in the thread itself return immediately; without `poolTimeoutMs`, the limit is never reached.
 */
export function createHeldDisk({ poolTimeoutMs = 600_000 } = {}): HeldDisk {
  const underWay: ((error: Error | null) => void)[] = [];
  let begun = 0;
  let inThread = 0;
  return {
    poolTimeoutMs,
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

/** Runs all pending continuations. */
export async function atRest(): Promise<void> {
  for (let tick = 0; tick < 5; tick += 1) await new Promise((resolve) => setImmediate(resolve));
}
