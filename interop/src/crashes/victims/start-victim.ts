import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProgram } from './bundle-program.ts';

/** Starts a program in a process that will be killed. Such processes share compiled code, so that only the first one compiles. */
export async function startVictim(program: string, options: ForkOptions = {}): Promise<ChildProcess> {
  const { NODE_COMPILE_CACHE = join(tmpdir(), 'portcullis-crashes') } = process.env;
  return fork(await bundleProgram(program), [], {
    execArgv: ['--enable-source-maps', '--disable-warning=ExperimentalWarning'],
    env: { ...process.env, NODE_COMPILE_CACHE },
    ...options,
  });
}

/** Processes that will be killed. The next one loads while the last one works. */
export interface VictimSupply<Victim> {
  /** Returns a process that has loaded everything. */
  take(): Promise<Victim>;
  close(): Promise<void>;
}

/**
 * Creates a supply of processes that run the same program.
 *
 * @param victimOf - called as soon as a process has started, so that it misses no report.
 */
export function createVictimSupply<Victim>(
  program: string,
  victimOf: (child: ChildProcess) => Victim,
  options?: ForkOptions,
): VictimSupply<Victim> {
  const start = async () => {
    const child = await startVictim(program, options);
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${program} ended before it was ready.`)));
    const ready = Promise.race([once(child, 'message'), ended]);
    // It rejects when the supply is closed, too.
    ready.catch(() => {});
    return { child, ready, victim: victimOf(child) };
  };
  const startNext = () => {
    const started = start();
    // A failure is for the caller who takes it.
    started.catch(() => {});
    return started;
  };
  let next = startNext();
  return {
    async take() {
      const taken = next;
      next = startNext();
      const { ready, victim } = await taken;
      await ready;
      return victim;
    },
    async close() {
      const { child } = await next;
      child.kill('SIGKILL');
    },
  };
}

/** Returns the first report of a kind, which a process has sent or will send. */
export type Reported<Report extends { readonly kind: string }> = <Kind extends Report['kind']>(
  kind: Kind,
) => Promise<Extract<Report, { readonly kind: Kind }>>;

/** Keeps the first report of each kind of a process. */
export function collectReports<Report extends { readonly kind: string }>(child: ChildProcess): Reported<Report> {
  const reports = new Map<string, PromiseWithResolvers<Report>>();
  const reportOf = (kind: string): PromiseWithResolvers<Report> => {
    const report = reports.get(kind) ?? Promise.withResolvers<Report>();
    reports.set(kind, report);
    return report;
  };
  child.on('message', (report: Report) => reportOf(report.kind).resolve(report));
  return (kind) => reportOf(kind).promise as Promise<Extract<Report, { readonly kind: typeof kind }>>;
}
