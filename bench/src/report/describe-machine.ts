import { availableParallelism, cpus, loadavg } from 'node:os';

/** Returns one line that describes the machine of the numbers. */
export function describeMachine(): string {
  const load = loadavg()[0]?.toFixed(2);
  return `Node ${process.versions.node}, ${availableParallelism()} x ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${process.platform} ${process.arch}, load ${load}`;
}
