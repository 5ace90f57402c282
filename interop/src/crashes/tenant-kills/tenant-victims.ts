import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { collectReports, createVictimSupply, type Reported, type VictimSupply } from '../victims/start-victim.ts';
import type { TenantOrder, TenantReport, TenantResponse, TenantWork } from './protocol.ts';

/** The end of a process: killed, or with the response of its call. */
type VictimEnd =
  | { readonly killed: true }
  /** @property response - undefined if a call of a dead process had done everything, but did not respond. */
  | { readonly killed: false; readonly response: TenantResponse | undefined; readonly tookMs: number };

/** A process that has loaded everything, and waits for its order. */
export interface TenantVictim {
  /**
   * Sends its order, and kills it when this number of milliseconds has passed since it began, or when its call returns.
   *
   * @throws Error if its call fails.
   */
  run(order: TenantOrder, killAfterMs: number): Promise<VictimEnd>;
}

/** Creates a supply of processes. */
export function createTenantVictims(): VictimSupply<TenantVictim> {
  return createVictimSupply(join(import.meta.dirname, 'victim.ts'), (child) => {
    const reported = collectReports<TenantReport>(child);
    return { run: (order, killAfterMs) => run({ child, reported }, order, killAfterMs) };
  });
}

interface RunningVictim {
  readonly child: ChildProcess;
  readonly reported: Reported<TenantReport>;
}

async function run({ child, reported }: RunningVictim, order: TenantOrder, killAfterMs: number): Promise<VictimEnd> {
  child.send(order);
  const begun = await Promise.race([reported('working'), reported('failed')]);
  const beganAt = performance.now();
  const last =
    begun.kind === 'failed'
      ? begun
      : await Promise.race([reported('done'), reported('failed'), wait(killAfterMs, undefined, { ref: false })]);
  const tookMs = performance.now() - beganAt;
  await kill(child);
  if (last === undefined) return { killed: true };
  if (last.kind === 'done') return { killed: false, response: last.response, tookMs };
  if (IS_OVER[order.work].test(last.message)) return { killed: false, response: undefined, tookMs };
  throw new Error(last.message);
}

/** The errors of a call that comes after everything is done. */
const IS_OVER: Readonly<Record<TenantWork, RegExp>> = { remove: /There is no tenant/, import: /The tenant \S+ exists/ };

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
