import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';

/** Returns a body as a stream of `node:stream` without read-ahead. Destroying it cancels the body. */
export function nodeStream(content: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(content as NodeReadableStream<Uint8Array>, { highWaterMark: 1 });
}

/** Streams a body at the speed of the client; a disconnect of the client ends it. */
export function sendStream(content: ReadableStream<Uint8Array>, response: ServerResponse): void {
  // A client that disconnects is not a failure.
  pipeline(nodeStream(content), response, () => undefined);
}
