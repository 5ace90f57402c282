import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { victimEnvironment } from '../compiled-code.ts';
import type { TenantOrder, TenantReport, TenantResponse, TenantWork } from './protocol.ts';

/** The end of a process: killed, or with the response of its call. */
export type VictimEnd =
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

/** Starts processes that will be killed. The next one loads while the last one works. */
export function createTenantVictims() {
  let next = start();
  return {
    async take(): Promise<TenantVictim> {
      const child = next;
      next = start();
      const report = await child;
      return { run: (order, killAfterMs) => run(report, order, killAfterMs) };
    },
    async close(): Promise<void> {
      await kill((await next).child);
    },
  };
}

interface Started {
  readonly child: ChildProcess;
  /** The past and future reports. */
  reported(kind: TenantReport['kind']): Promise<TenantReport>;
}

async function start(): Promise<Started> {
  const child = fork(join(import.meta.dirname, 'victim.ts'), [], {
    execArgv: ['--conditions=source', '--disable-warning=ExperimentalWarning'],
    env: victimEnvironment(),
  });
  const reports = new Map<string, PromiseWithResolvers<TenantReport>>();
  const reportOf = (kind: string) => {
    const report = reports.get(kind) ?? Promise.withResolvers<TenantReport>();
    reports.set(kind, report);
    return report;
  };
  child.on('message', (report: TenantReport) => reportOf(report.kind).resolve(report));
  const started: Started = { child, reported: (kind) => reportOf(kind).promise };
  await started.reported('ready');
  return started;
}

async function run({ child, reported }: Started, order: TenantOrder, killAfterMs: number): Promise<VictimEnd> {
  child.send(order);
  const begun = await Promise.race([reported('working'), reported('failed')]);
  const beganAt = performance.now();
  const last =
    begun.kind === 'failed'
      ? begun
      : await Promise.race([reported('done'), reported('failed'), wait(killAfterMs, undefined)]);
  const tookMs = performance.now() - beganAt;
  await kill(child);
  if (last === undefined) return { killed: true };
  if (last.kind === 'done') return { killed: false, response: last.response, tookMs };
  if (last.kind === 'failed' && IS_OVER[order.work].test(last.message)) {
    return { killed: false, response: undefined, tookMs };
  }
  throw new Error(last.kind === 'failed' ? last.message : last.kind);
}

/** The errors of a call that comes after everything is done. */
const IS_OVER: Readonly<Record<TenantWork, RegExp>> = { remove: /There is no tenant/, import: /The tenant \S+ exists/ };

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
