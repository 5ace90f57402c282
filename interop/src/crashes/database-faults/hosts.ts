import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { startVictim } from '../victims/start-victim.ts';
import type { HostOrder, HostReport, HostSetup } from './host-protocol.ts';

/** A host process. */
export interface Host {
  /** Tags of the notifications that it has reported as published, with the time of the report. */
  readonly taken: ReadonlyMap<string, number>;
  /** The number of notifications that it could not publish, by code. */
  readonly refused: ReadonlyMap<string, number>;
  /** The reason of an unexpected end. */
  readonly death: string | undefined;
  send(order: HostOrder): void;
  /** Resolves with the next report of a kind. Rejects if the process ends first. */
  reported(kind: HostReport['kind']): Promise<void>;
  signal(signal: 'SIGCONT' | 'SIGSTOP' | 'SIGKILL'): void;
  /** Closes its instance and ends the process. */
  close(): Promise<void>;
}

/** Starts a host process and opens its instance. */
export async function startHost(name: string, setup: HostSetup): Promise<Host> {
  const child = await startVictim(join(import.meta.dirname, 'host.ts'), { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const reports = new EventEmitter();
  const taken = new Map<string, number>();
  const refused = new Map<string, number>();
  let printed = '';
  let death: string | undefined;
  let isClosing = false;
  child.stderr?.on('data', (chunk: Buffer) => {
    printed = `${printed}${chunk}`.slice(-4000);
  });
  child.on('message', (report: HostReport) => {
    if (report.kind === 'taken') for (const tag of report.tags) taken.set(tag, performance.now());
    if (report.kind === 'refused') for (const code of report.codes) refused.set(code, (refused.get(code) ?? 0) + 1);
    if (report.kind === 'failed') death ??= report.message;
    reports.emit(report.kind);
  });
  const exited = once(child, 'exit').then(([code, signal]) => {
    if (!isClosing) death ??= `ended with ${signal ?? code}: ${printed}`;
  });

  const reported = (kind: HostReport['kind']): Promise<void> =>
    Promise.race([
      once(reports, kind).then(() => {}),
      once(reports, 'failed').then(() => Promise.reject(new Error(`${name}: ${death}`))),
      exited.then(() => Promise.reject(new Error(`${name} ended before it reported ${kind}: ${death}`))),
    ]);
  const host: Host = {
    taken,
    refused,
    get death() {
      return death;
    },
    send: (order) => void child.send(order),
    reported,
    signal: (signal) => void child.kill(signal),
    async close() {
      if (death === undefined) {
        const closed = reported('closed');
        child.send({ kind: 'close' } satisfies HostOrder);
        await closed.catch(() => {});
      }
      isClosing = true;
      child.kill('SIGKILL');
      await exited;
    },
  };
  await reported('ready');
  const opened = reported('opened');
  host.send({ kind: 'open', name, setup });
  await opened;
  return host;
}
