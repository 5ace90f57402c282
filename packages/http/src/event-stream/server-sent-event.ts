import type { ProgressEvent } from '@portcullis/core';

/** Milliseconds after which a client reconnects when the stream has ended. */
const RETRY_MS = 2000;

/** The beginning of a stream: it makes servers send the headers, and sets the reconnection delay. */
export const STREAM_START = `retry: ${RETRY_MS}\n\n`;

/** A comment, which clients ignore: it shows proxies that the connection is alive. */
export const HEARTBEAT = ': still here\n\n';

/**
 * Returns an event as text. JSON contains no line breaks, so one line of data is sufficient.
 *
 * Source: HTML standard, "Server-sent events", event stream format.
 */
export function serverSentEvent(progress: ProgressEvent): string {
  const id = 'id' in progress ? `id: ${progress.id}\n` : '';
  return `${id}event: ${progress.event}\ndata: ${JSON.stringify(progress.data)}\n\n`;
}
