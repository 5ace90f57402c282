import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { victimEnvironment } from '../compiled-code.ts';
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

/** Processes that will be killed. The next one loads while the state after the last one is checked. */
export interface Victims {
  take(): Promise<Victim>;
  close(): void;
}

/** Creates a supply of processes. */
export function createVictims(): Victims {
  let next = start();
  return {
    async take() {
      const { victim } = next;
      next = start();
      await victim.reported('ready');
      return victim;
    },
    close: () => next.child.kill('SIGKILL'),
  };
}

function start(): { readonly child: ChildProcess; readonly victim: Victim } {
  const child = fork(join(import.meta.dirname, 'victim.ts'), [], {
    execArgv: ['--conditions=source', '--disable-warning=ExperimentalWarning'],
    env: victimEnvironment(),
  });
  const exited = once(child, 'exit');
  const published: number[] = [];
  let refused = 0;
  const seen = new Map<string, Report>();
  const reportOf = (kind: string): Report => {
    const known = seen.get(kind) ?? awaitedReport();
    seen.set(kind, known);
    return known;
  };
  child.on('message', (report: VictimReport) => {
    if (report.kind === 'published') published.push(report.eventId);
    if (report.kind === 'refused') refused += 1;
    if (report.kind === 'failed') reportOf('failed').reject(new Error(`The process failed: ${report.message}`));
    else reportOf(report.kind).resolve();
  });
  const failed = reportOf('failed').promise;
  // A caller that waits for another promise receives the failure there.
  failed.catch(() => {});
  const ended = async (): Promise<void> => {
    const [, signal] = await exited;
    if (signal !== 'SIGKILL') throw new Error(`The process ended by itself (${signal}).`);
  };
  const killed = Promise.race([ended(), failed]);
  killed.catch(() => {});
  return {
    child,
    victim: {
      killed,
      published,
      refused: () => refused,
      reported: (kind) =>
        Promise.race([
          reportOf(kind).promise,
          failed,
          exited.then(() => Promise.reject(new Error(`The process ended without saying ${kind}.`))),
        ]),
      send: (order) => void child.send(order),
      signal: (signal) => void child.kill(signal),
    },
  };
}

/** A pending wait for a report. */
interface Report {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

function awaitedReport(): Report {
  let resolve = (): void => {};
  let reject: Report['reject'] = () => {};
  const promise = new Promise<void>((...ends) => {
    [resolve, reject] = ends;
  });
  return { promise, resolve, reject };
}
