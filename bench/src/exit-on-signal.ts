import { constants } from 'node:os';

/** The signals that people, shells and service managers send to end a process. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Ends this process with the exit code of the signal instead of by the signal: only then do the handlers of `exit`
 * run, which stop the started processes, and the processes that watch this one detect its end.
 */
export function exitOnSignal(): void {
  for (const signal of SIGNALS) process.once(signal, () => process.exit(128 + constants.signals[signal]));
}
