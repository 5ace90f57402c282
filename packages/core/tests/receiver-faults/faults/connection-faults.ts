import { end, onRequest, reset, response } from '../behaviours.ts';
import { delivered, failed } from '../ends.ts';
import type { FaultGroup } from '../receiver-fault.ts';

const large = Buffer.alloc(4_000_000, 0x20);

/** Faults of the connection before the response. */
export const CONNECTION_FAULTS: FaultGroup = {
  title: 'The connection',
  faults: [
    { name: 'is refused', port: 'closed', end: failed('ECONNREFUSED', 'connect') },
    {
      name: 'is not answered (no SYN-ACK)',
      port: 'full',
      untilDeadline: true,
      end: failed('ETIMEDOUT', 'connect'),
    },
    { name: 'is reset right after it is established', receive: reset, end: failed('ECONNRESET', 'headers') },
    { name: 'is closed right after it is established', receive: end, end: failed('ECONNRESET', 'headers') },
    {
      name: 'is reset after the request has arrived',
      receive: (socket) => onRequest(socket, () => reset(socket)),
      end: failed('ECONNRESET', 'headers'),
    },
    {
      name: 'is closed after the request has arrived',
      receive: (socket) => onRequest(socket, () => end(socket)),
      end: failed('ECONNRESET', 'headers'),
    },
    {
      name: 'is never read by the receiver (4 MB request)',
      receive: (socket) => socket.pause(),
      body: large,
      untilDeadline: true,
      end: failed('ESOCKETTIMEDOUT', 'headers'),
    },
    {
      name: 'carries the response before the request is read (4 MB request), and stays open',
      receive: (socket) => onRequest(socket, () => socket.write(response('200 OK'))),
      body: large,
      end: delivered(200, 1),
    },
    {
      name: 'carries the response 413 before the request is read (4 MB request), and is closed',
      receive: (socket) =>
        socket.once('data', () => {
          socket.pause();
          socket.end(response('413 Content Too Large', ['Connection: close']));
        }),
      body: large,
      end: { status: 413, next: 'again in 5 s', breaker: 'responds' },
    },
  ],
};
