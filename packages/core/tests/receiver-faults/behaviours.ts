import type { Socket } from 'node:net';
import type { Behaviour } from './receiver-fault.ts';

/** Milliseconds between two drops of what drips. */
const DROP_MS = 50;

/** Answers each request with this text, then does something else. */
export function responds(text: string | Uint8Array, then: (socket: Socket) => void = () => {}): Behaviour {
  return (socket) => onRequest(socket, () => socket.write(text, () => then(socket)));
}

/** Responds to the n-th request of a connection with the n-th text; beyond the last one it does something else. */
export function respondsInTurn(texts: readonly string[], then: (socket: Socket) => void): Behaviour {
  return (socket) =>
    onRequest(socket, (count) => {
      const text = texts[count];
      if (text === undefined) then(socket);
      else socket.write(text);
    });
}

/** Does something when a request has begun to come. */
export function onRequest(socket: Socket, act: (count: number) => void): void {
  let count = 0;
  socket.on('data', (chunk) => {
    if (chunk.subarray(0, 5).toString('latin1') !== 'POST ') return;
    act(count);
    count += 1;
  });
}

/** Responds with a beginning, and then with one drop after the other for ever. */
export function drips(start: string, drop: string): Behaviour {
  return responds(start, (socket) => {
    const timer = setInterval(() => socket.write(drop), DROP_MS);
    socket.on('close', () => clearInterval(timer));
  });
}

/** Responds with a beginning, and then as fast as it is taken for ever. */
export function floods(start: string, wave: string | Uint8Array): Behaviour {
  return responds(start, (socket) => {
    const write = (): void => {
      while (socket.writable && socket.write(wave));
    };
    socket.on('drain', write);
    write();
  });
}

/** Closes the connection as a process does that dies: the peer gets a reset. */
export function reset(socket: Socket): void {
  // Earlier writes must be on their way: a reset overtakes them.
  setImmediate(() => socket.resetAndDestroy());
}

/** Closes the connection in an orderly way. */
export function end(socket: Socket): void {
  socket.end();
}

/** A whole response. */
export function respond(status: string, headers: readonly string[] = [], body = ''): string {
  const lines = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${Buffer.byteLength(body)}`];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
