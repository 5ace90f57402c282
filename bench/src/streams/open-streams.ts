import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The server and the stream to open. */
export interface StreamOrder {
  readonly port: number;
  readonly key: string;
  readonly path: string;
}

/** Streams opened at the same time, so that the server's backlog of connections suffices. */
const AT_ONCE = 50;

/** Opens event streams, each on its own connection. Resolves when each has sent its first event. */
export async function openStreams(order: StreamOrder, count: number): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const some = Math.min(AT_ONCE, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: some }, () => openStream(order)))));
  }
  return sockets;
}

/** @throws Error if the response is not an event stream. */
async function openStream({ port, key, path }: StreamOrder): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const headers = ['host: localhost', 'accept: text/event-stream', `authorization: Bearer ${key}`];
  socket.write(`GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  let received = '';
  while (!received.includes('\n\n')) received += String((await once(socket, 'data'))[0]).replaceAll('\r\n', '\n');
  if (!/^HTTP\/1.1 200 /.test(received)) throw new Error(`A stream was refused: ${received.split('\n')[0]}`);
  socket.resume();
  return socket;
}
