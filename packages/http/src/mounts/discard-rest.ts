import type { IncomingMessage } from 'node:http';

/**
 * Milliseconds for the rest of a body that is not read. Closing at once could destroy the response before the client has read it.
 * Source: nginx documentation, `lingering_time`.
 */
const MAX_DISCARD_MS = 30_000;

/**
 * Reads and discards the rest of a body after its response. Otherwise the rest would be read as the start of the next request. If it
 * does not end in time, the connection is closed.
 */
export function discardRest(message: IncomingMessage, milliseconds = MAX_DISCARD_MS): void {
  if (message.complete) return;
  const timer = setTimeout(() => message.complete || message.destroy(), milliseconds).unref();
  message.once('close', () => clearTimeout(timer));
  message.resume();
}
