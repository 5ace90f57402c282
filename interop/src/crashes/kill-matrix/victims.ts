import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createVictimSupply, type VictimSupply } from '../victims/start-victim.ts';
import type { VictimOrder, VictimReport } from './victim-protocol.ts';

/** Processes that begin an operation and are killed. */
export type Victims = VictimSupply<ChildProcess>;

/** Creates a supply of processes. */
export function createVictims(): Victims {
  return createVictimSupply(join(import.meta.dirname, 'victim.ts'), (child) => child, { serialization: 'advanced' });
}

/** The end of a process: it was killed at the right point, or it finished. */
export type VictimEnd = { readonly kind: 'killed' } | Exclude<VictimReport, { kind: 'ready' }>;

/** Gives a process its order and waits for its end. */
export async function sendOrder(child: ChildProcess, order: Omit<VictimOrder, 'kind'>): Promise<VictimEnd> {
  const exited = once(child, 'exit');
  let report: VictimReport | undefined;
  child.on('message', (message: VictimReport) => {
    if (message.kind === 'finished' || message.kind === 'failed') report = message;
  });
  child.send({ kind: 'order', ...order } satisfies VictimOrder);
  const [, signal] = await exited;
  if (report && report.kind !== 'ready') return report;
  return signal === 'SIGKILL' ? { kind: 'killed' } : { kind: 'failed', message: `It ended by itself (${signal}).` };
}
