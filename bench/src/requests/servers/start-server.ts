import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parametersFor } from '../../checkout/checkout.ts';
import type { ServerMemory, ServerOrder, ServerReady, ServerUsage } from './server-protocol.ts';

/** A server in a separate process. */
export interface Server extends ServerReady {
  readonly origin: string;
  /** Returns the resources that the process has used so far. */
  usage(): Promise<ServerUsage>;
  /** Returns the memory of the process after a garbage collection. */
  memory(): Promise<ServerMemory>;
  /** Ends the process. */
  stop(): Promise<void>;
}

/**
 * Starts a server on the loopback interface.
 *
 * @param profileFolder - where the process writes a profile of its processor time when it ends.
 * @throws Error with the output of the process, if it ends before it listens.
 */
export async function startServer(order: ServerOrder, profileFolder?: string): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'server-process.ts'), {
    execArgv: [
      '--conditions=source',
      '--expose-gc',
      ...('checkout' in order && order.checkout !== undefined ? parametersFor({ folder: order.checkout }) : []),
      ...(profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`]),
    ],
  });
  const exited = once(child, 'exit');
  const response = async <Message>(question: ServerOrder | 'usage' | 'memory'): Promise<Message> => {
    const responded = once(child, 'message');
    child.send(question);
    const [first] = await Promise.race([responded, exited.then(() => [])]);
    if (first === undefined) throw new Error(`The server for ${order.serve} on ${order.framework} has ended.`);
    return first as Message;
  };
  const ready = await response<ServerReady>(order);
  return {
    ...ready,
    origin: `http://127.0.0.1:${ready.port}`,
    usage: () => response<ServerUsage>('usage'),
    memory: () => response<ServerMemory>('memory'),
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}
