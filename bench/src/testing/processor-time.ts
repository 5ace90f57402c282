import { readFileSync } from 'node:fs';
import { processesBelow } from './process-table.ts';

/** Ticks in a second, in `/proc` of every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** The fields of `/proc/<pid>/stat` after the name of the program, beginning with the state. The 12th is `utime`. */
const USER_TIME = 11;

/**
 * Returns the processor time, in microseconds, of processes that this one has started, with that of children that have ended. Linux only.
 *
 * @param command - matches their command lines.
 */
export function processorMicros(command: RegExp): number {
  const matching = processesBelow(process.pid).filter((each) => command.test(each.command));
  return matching.reduce((sum, { pid }) => sum + microsOf(pid), 0);
}

function microsOf(pid: number): number {
  try {
    const [, fields = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const times = fields.split(' ').slice(USER_TIME, USER_TIME + 4);
    return (times.reduce((sum, ticks) => sum + Number(ticks), 0) * 1e6) / TICKS_PER_SECOND;
  } catch {
    // The process has ended in the meantime.
    return 0;
  }
}
