import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServedData, SupervisorOrder, SupervisorResponse } from './supervisor-protocol.ts';

/** A process that owns data and their server until it is stopped or this process ends. */
export interface Supervisor {
  readonly response: ServedData;
  /** Calling it again does nothing. */
  stop(): Promise<void>;
}

/**
 * Starts a supervisor and waits for its response.
 *
 * @throws Error with the reason if the server does not start.
 */
export async function startSupervisor(order: SupervisorOrder): Promise<Supervisor> {
  const supervisor = fork(supervisorFile(), [], {
    detached: true,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = once(supervisor, 'exit');
  supervisor.send(order);
  const responses = await Promise.race([once(supervisor, 'message'), exited.then(() => [])]);
  const [response = { failure: 'the process that watches it has died' }] = responses as [SupervisorResponse?];
  if ('failure' in response) {
    await exited;
    throw new Error(`PostgreSQL did not start: ${response.failure}`);
  }
  // A forgotten server must not keep the process alive: it stops when this process ends.
  supervisor.unref();
  supervisor.channel?.unref();
  return { response, stop: () => stopSupervisor(supervisor, exited) };
}

async function stopSupervisor(supervisor: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (supervisor.connected) supervisor.disconnect();
  if (supervisor.exitCode !== null || supervisor.signalCode !== null) return;
  supervisor.ref();
  await exited;
}

/** Returns the path of the supervisor's file, which is compiled if this file is compiled. */
function supervisorFile(): string {
  return fileURLToPath(new URL(`./postgres-supervisor${extname(import.meta.url)}`, import.meta.url));
}
