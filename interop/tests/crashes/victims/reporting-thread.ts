/** A thread that reports its program. */
import { parentPort } from 'node:worker_threads';

/** The report of the thread. */
export interface ThreadReport {
  /** The path of its module. */
  readonly module: string;
}

parentPort?.postMessage({ module: process.argv[1] ?? '' } satisfies ThreadReport);
