import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';

/** A body as a stream of `node:stream`, which reads no further than its reader. Destroying it cancels the body. */
export function nodeStream(content: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(content as NodeReadableStream<Uint8Array>, { highWaterMark: 1 });
}

/** Sends a body bit by bit, as fast as the client takes it; a client that goes away ends it. */
export function sendStream(content: ReadableStream<Uint8Array>, response: ServerResponse): void {
  // A client that disconnects is not a failure.
  pipeline(nodeStream(content), response, () => undefined);
}
