import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parametersFor } from '../../checkout/checkout.ts';
import type { ContenderOrder } from './contender.ts';
import type { ContenderMethods, ContenderRequest, ContenderResponse } from './contender-protocol.ts';

const living = new Set<ChildProcess>();
// Registered before any process starts, because processes may still write when later handlers remove their files.
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

/** A contender in a separate process. */
export interface RunningContender extends ContenderMethods {
  readonly pid: number;
  /** Kills the process in any state. */
  stop(): Promise<void>;
}

/** Options for the Node process of a contender. */
export interface ProcessOptions {
  /** The folder for a profile of its processor time, which it writes when it ends. @default no profile */
  readonly profileFolder?: string | undefined;
  /** Flags of Node or V8. @default none */
  readonly nodeFlags?: readonly string[] | undefined;
}

/** Starts a process and opens the contender in it. */
export async function startContender(
  order: ContenderOrder,
  { profileFolder, nodeFlags = [] }: ProcessOptions,
): Promise<RunningContender> {
  const child = fork(join(import.meta.dirname, 'contender-process.ts'), {
    execArgv: [
      '--conditions=source',
      '--disable-warning=ExperimentalWarning',
      ...nodeFlags,
      ...(order.checkout === undefined ? [] : parametersFor({ folder: order.checkout })),
      ...(profileFolder === undefined
        ? []
        : [
            '--cpu-prof',
            `--cpu-prof-dir=${profileFolder}`,
            `--cpu-prof-name=${order.contender}-${Date.now()}.cpuprofile`,
          ]),
    ],
  });
  living.add(child);
  const exited = once(child, 'exit').finally(() => living.delete(child));
  const waiting = new Map<number, (response: ContenderResponse) => void>();
  let requests = 0;
  child.on('message', (response: ContenderResponse) => {
    waiting.get(response.id)?.(response);
    waiting.delete(response.id);
  });
  let ended = false;
  void exited.then(() => {
    ended = true;
    for (const [id, respond] of waiting) respond({ id, failure: `The process of ${order.contender} has ended.` });
  });

  const request = async (method: keyof ContenderMethods, parameters: readonly unknown[]): Promise<unknown> => {
    requests += 1;
    const id = requests;
    const { result, failure } = await new Promise<ContenderResponse>((resolve) => {
      waiting.set(id, resolve);
      if (ended || !child.connected) resolve({ id, failure: `The process of ${order.contender} has ended.` });
      // If a message does not arrive, the end of the process reports the failure.
      else child.send({ id, method, parameters } satisfies ContenderRequest, () => {});
    });
    if (failure !== undefined) throw new Error(failure);
    return result;
  };
  const ask = <Method extends keyof ContenderMethods>(method: Method) =>
    ((...parameters: readonly unknown[]) => request(method, parameters)) as ContenderMethods[Method];

  const contender: RunningContender = {
    pid: child.pid ?? 0,
    open: ask('open'),
    fill: ask('fill'),
    drain: ask('drain'),
    begin: ask('begin'),
    halt: ask('halt'),
    publishBatched: ask('publishBatched'),
    publishSteadily: ask('publishSteadily'),
    publishConcurrently: ask('publishConcurrently'),
    status: ask('status'),
    serveHost: ask('serveHost'),
    serveApi: ask('serveApi'),
    close: ask('close'),
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
  try {
    await contender.open(order);
    return contender;
  } catch (error) {
    await contender.stop();
    throw error;
  }
}
