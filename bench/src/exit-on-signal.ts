import { constants } from 'node:os';

/** The signals that people, shells and service managers send to end a process. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Ends this process with the exit code of the signal, rather than by it: only so do the handlers of `exit` run, which take down
 * what was started, and the processes that watch this one see it go.
 */
export function exitOnSignal(): void {
  for (const signal of SIGNALS) process.once(signal, () => process.exit(128 + constants.signals[signal]));
}
