import type { Socket } from 'node:net';
import type { Behaviour } from './receiver-fault.ts';

/** Milliseconds between two drops of a slow stream. */
const DROP_MS = 50;

/** Responds to each request with this text, then performs an action. */
export function sends(text: string | Uint8Array, then: (socket: Socket) => void = () => {}): Behaviour {
  return (socket) => onRequest(socket, () => socket.write(text, () => then(socket)));
}

/** Responds to the n-th request of a connection with the n-th text, and performs an action for later requests. */
export function respondsInTurn(texts: readonly string[], then: (socket: Socket) => void): Behaviour {
  return (socket) =>
    onRequest(socket, (count) => {
      const text = texts[count];
      if (text === undefined) then(socket);
      else socket.write(text);
    });
}

/** Performs an action when a request begins to arrive. */
export function onRequest(socket: Socket, act: (count: number) => void): void {
  let count = 0;
  socket.on('data', (chunk) => {
    if (chunk.subarray(0, 5).toString('latin1') !== 'POST ') return;
    act(count);
    count += 1;
  });
}

/** Sends the beginning of a response, and then one drop at a time without end. */
export function drips(start: string, drop: string): Behaviour {
  return sends(start, (socket) => {
    const timer = setInterval(() => socket.write(drop), DROP_MS);
    socket.on('close', () => clearInterval(timer));
  });
}

/** Sends the beginning of a response, and then data without end, as fast as the client reads. */
export function floods(start: string, wave: string | Uint8Array): Behaviour {
  return sends(start, (socket) => {
    const write = (): void => {
      while (socket.writable && socket.write(wave));
    };
    socket.on('drain', write);
    write();
  });
}

/** Closes the connection like a dying process: the peer gets a reset. */
export function reset(socket: Socket): void {
  // Earlier writes must be sent first, because a reset overtakes them.
  setImmediate(() => socket.resetAndDestroy());
}

/** Closes the connection in order. */
export function end(socket: Socket): void {
  socket.end();
}

/** A complete response. */
export function response(status: string, headers: readonly string[] = [], body = ''): string {
  const lines = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${Buffer.byteLength(body)}`];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
