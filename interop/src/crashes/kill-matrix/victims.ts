import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { victimEnvironment } from '../compiled-code.ts';
import type { VictimOrder, VictimReport } from './victim-protocol.ts';

/** Processes that will be killed. The next one loads while the state after the last one is checked. */
export interface Victims {
  /** Returns a process that has loaded everything. */
  take(): Promise<ChildProcess>;
  close(): void;
}

/** Creates a supply of processes. */
export function createVictims(): Victims {
  const start = (): { readonly child: ChildProcess; readonly ready: Promise<unknown> } => {
    const child = fork(join(import.meta.dirname, 'victim.ts'), [], {
      execArgv: ['--conditions=source', '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      env: victimEnvironment(),
    });
    return { child, ready: once(child, 'message') };
  };
  let next = start();
  return {
    async take() {
      const { child, ready } = next;
      await ready;
      next = start();
      return child;
    },
    close: () => next.child.kill('SIGKILL'),
  };
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
