import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { collectReports, createVictimSupply, type VictimSupply } from '../victims/start-victim.ts';
import type { VictimOrder, VictimReport } from './victim-protocol.ts';

/** A process that will be killed. */
export interface Victim {
  /** Resolves with the first report of this kind. Rejects when the process ends without one, or reports a failure. */
  reported(kind: VictimReport['kind']): Promise<void>;
  /** Resolves when the process has been killed. Rejects when it reports a failure or ends without a kill. */
  readonly killed: Promise<void>;
  /** Events that it has reported as published. */
  readonly published: readonly number[];
  /** Returns the number of publications that the store had no space for. */
  refused(): number;
  send(order: VictimOrder): void;
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
}

/** Processes that publish and deliver until they are killed. */
export type Victims = VictimSupply<Victim>;

/** Creates a supply of processes. */
export function createVictims(): Victims {
  return createVictimSupply(join(import.meta.dirname, 'victim.ts'), victimOf);
}

function victimOf(child: ChildProcess): Victim {
  const exited = once(child, 'exit');
  const published: number[] = [];
  let refused = 0;
  const reported = collectReports<VictimReport>(child);
  child.on('message', (report: VictimReport) => {
    if (report.kind === 'published') published.push(report.eventId);
    if (report.kind === 'refused') refused += 1;
  });
  const failed = reported('failed').then(({ message }) => Promise.reject(new Error(`The process failed: ${message}`)));
  // A caller that waits for another promise receives the failure there.
  failed.catch(() => {});
  const ended = async (): Promise<void> => {
    const [, signal] = await exited;
    if (signal !== 'SIGKILL') throw new Error(`The process ended by itself (${signal}).`);
  };
  const killed = Promise.race([ended(), failed]);
  killed.catch(() => {});
  return {
    killed,
    published,
    refused: () => refused,
    async reported(kind) {
      const early = exited.then(() => Promise.reject(new Error(`The process ended before it reported ${kind}.`)));
      await Promise.race([reported(kind), failed, early]);
    },
    send: (order) => void child.send(order),
    signal: (signal) => void child.kill(signal),
  };
}
