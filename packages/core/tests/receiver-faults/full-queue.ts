import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';
import type { FaultyReceiver } from './faulty-receiver.ts';

const LISTEN = `
const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port));
`;

/**
 * True if a full queue leaves SYNs unanswered and processes can be suspended. On other systems, the tests use an
 * emulator.
 */
export const IS_SILENT_WHEN_FULL = process.platform === 'linux';

/** The maximum number of connections until the queue is full. */
const MOST = 64;
/** Maximum milliseconds of a connection over the loopback address. */
const CONNECTED_MS = 250;

/** A process that listens and is suspended, with a full accept queue. Linux does not respond to a further SYN. */
export async function fullQueue(): Promise<FaultyReceiver> {
  const child = spawn(process.execPath, ['-e', LISTEN], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  const port = Number(line);
  child.kill('SIGSTOP');
  const fillers: Socket[] = [];
  const close = async (): Promise<void> => {
    for (const socket of fillers) socket.destroy();
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  for (let isFull = false; !isFull; ) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    fillers.push(socket);
    await Promise.race([once(socket, 'connect'), delay(CONNECTED_MS)]);
    // On a busy machine both events may come together. After one more turn, the test has seen every response.
    await immediate();
    isFull = socket.connecting;
    if (fillers.length > MOST) {
      await close();
      throw new Error('This system answers each SYN, whatever waits to be taken.');
    }
  }
  return { port, sockets: new Set(), close };
}
