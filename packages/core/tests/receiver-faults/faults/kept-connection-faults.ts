import { end, onRequest, reset, respondsInTurn, response, sends } from '../behaviours.ts';
import { delivered, failed } from '../ends.ts';
import type { Behaviour, FaultGroup } from '../receiver-fault.ts';

const ok = response('200 OK');
const first = (then: Behaviour, others: Behaviour): Behaviour => {
  return (socket, connection) => (connection === 0 ? then : others)(socket, connection);
};

/** Faults of a connection that an earlier delivery has left open. */
export const KEPT_CONNECTION_FAULTS: FaultGroup = {
  title: 'The kept connection',
  faults: [
    { name: 'is used again', before: 2, receive: sends(ok), end: delivered() },
    {
      name: 'is closed while it is idle',
      before: 1,
      receive: sends(ok),
      whileIdle: end,
      end: delivered(),
    },
    {
      name: 'is reset while it is idle',
      before: 1,
      receive: sends(ok),
      whileIdle: reset,
      end: delivered(),
    },
    {
      name: 'is reset at the next request',
      before: 1,
      receive: first(respondsInTurn([ok], reset), sends(ok)),
      end: { ...delivered(200, 0), repeated: true },
    },
    {
      name: 'is closed at the next request',
      before: 1,
      receive: first(respondsInTurn([ok], end), sends(ok)),
      end: { ...delivered(200, 0), repeated: true },
    },
    {
      name: 'is reset at the next request, and so is the fresh one',
      before: 1,
      receive: (socket, connection) =>
        connection === 0 ? respondsInTurn([ok], reset)(socket, 0) : onRequest(socket, () => reset(socket)),
      end: { ...failed('ECONNRESET', 'headers'), repeated: true },
    },
    {
      name: 'is reset at the next request, and the fresh one is never answered',
      before: 1,
      receive: first(respondsInTurn([ok], reset), () => {}),
      untilDeadline: true,
      end: { ...failed('ESOCKETTIMEDOUT', 'headers'), repeated: true },
    },
    {
      name: 'is reset in the middle of the next response',
      before: 1,
      receive: respondsInTurn([ok], (socket) => socket.write('HTTP/1.1 200', () => reset(socket))),
      end: failed('ECONNRESET', 'headers'),
    },
    {
      name: 'is declined by the receiver (Connection: close)',
      before: 1,
      receive: sends(response('200 OK', ['Connection: close'])),
      end: delivered(200, 0),
    },
    {
      name: 'has an unsolicited second response waiting',
      before: 1,
      receive: first(sends(ok + response('500 Poison')), sends(ok)),
      end: delivered(),
    },
  ],
};
