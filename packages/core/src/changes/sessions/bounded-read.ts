import { withDeadline } from '../../kernel/time/deadline.ts';
import type { Clock } from '../../ports/clock.ts';

/**
 * Maximum milliseconds for one observation or list: some lists need a request for each object. One that never ends must not hold up
 * an operation, the recurring validation of other integrations, or the end of the process.
 */
const READ_DEADLINE_MS = 300_000;

/** Reads from a platform, with a signal that is aborted at its deadline. Rejects at that time even if the read ignores the signal. */
export type BoundedRead = <Result>(read: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;

/** Returns the function that gives each read its deadline. */
export function createBoundedRead(clock: Clock, signal: AbortSignal): BoundedRead {
  return (read) => withDeadline(clock, READ_DEADLINE_MS, 'The observation of the platform', read, signal);
}
