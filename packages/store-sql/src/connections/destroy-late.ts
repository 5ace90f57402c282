import type { ConnectionSocket } from './response-watch.ts';

/** Milliseconds after which a server that does not respond is not waited for. */
const END_MS = 5000;

/**
 * Destroys connections that are still open in five seconds, since their server has not responded to their end. After a failure of the
 * network, the system would report this many minutes later, and the process would live until then.
 *
 * @param sockets - returns the sockets of the open connections.
 * @returns the timer.
 */
export function destroyLate(sockets: () => Iterable<ConnectionSocket | undefined>): NodeJS.Timeout {
  return setTimeout(() => {
    for (const socket of sockets()) socket?.destroy();
  }, END_MS);
}
