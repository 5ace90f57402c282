/** A program that reports where it is, for the tests of bundles. */
import { Worker } from 'node:worker_threads';
import type { ThreadReport } from './reporting-thread.ts';

/** The report of the program. */
export interface ProgramReport {
  /** The path of its module. */
  readonly module: string;
  readonly address: string;
  readonly stack: string;
  readonly thread: ThreadReport;
}

const thread = new Worker(new URL('./reporting-thread.ts', import.meta.url));
thread.once('message', (report: ThreadReport) => {
  const { stack = '' } = new Error('Made for its stack.');
  process.send?.({
    module: process.argv[1] ?? '',
    address: import.meta.url,
    stack,
    thread: report,
  } satisfies ProgramReport);
});
