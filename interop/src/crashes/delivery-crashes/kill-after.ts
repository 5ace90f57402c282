import { setTimeout as wait } from 'node:timers/promises';
import type { StoreSupply } from '../kill-matrix/store-supply.ts';
import type { Victim } from './victims.ts';

/** Kills a process after this number of milliseconds. Returns the time of the kill, by the monotonic clock. */
export async function killAfter(victim: Victim, ms: number): Promise<number> {
  await Promise.race([wait(ms), victim.killed]);
  const at = performance.now();
  victim.signal('SIGKILL');
  await victim.killed;
  return at;
}

/** Kills one process, or two at the same time if they can share the store and more than one kill is left. */
export async function killRound(kind: StoreSupply['kind'], left: number, killOne: () => Promise<void>): Promise<void> {
  const together = kind === 'sqlite' ? 1 : Math.min(2, left);
  await Promise.all(Array.from({ length: together }, killOne));
}
