import type { IncomingMessage } from 'node:http';

/** What the host may have made of the body before the mount saw the request. */
export interface HostBody {
  /** What a body parser left: an object, a text, bytes. */
  readonly parsed: unknown;
  /** The unparsed text or bytes, where the parser keeps them. */
  readonly raw?: unknown;
}

/** A body for a `Request`. */
interface WebBody {
  readonly stream?: ReadableStream | Uint8Array | string | undefined;
  /** Whether these are other bytes than those that were sent. */
  readonly reencoded?: boolean;
}

/**
 * The body of a request: from the connection, unless somebody has read that already; then what a body parser made of it,
 * written down again.
 */
export function toWebBody(message: IncomingMessage, { parsed, raw }: HostBody): WebBody {
  if (!message.readableDidRead && !message.readableEnded) return { stream: streamOf(message) };
  const known = isBytesOrText(raw) ? raw : parsed;
  if (known === undefined) return { reencoded: true };
  return { stream: isBytesOrText(known) ? known : textOf(known), reencoded: true };
}

function isBytesOrText(value: unknown): value is Uint8Array | string {
  return typeof value === 'string' || value instanceof Uint8Array;
}

/** Cancelling must not destroy the connection, on which the answer still has to go out. */
function streamOf(message: IncomingMessage): ReadableStream {
  return ReadableStream.from(message.iterator({ destroyOnReturn: false }));
}

/** What cannot be written down (circular, too deep) is a body that breaks off. */
function textOf(value: unknown): string | ReadableStream {
  try {
    return JSON.stringify(value) ?? '';
  } catch (error) {
    return new ReadableStream({ start: (controller) => controller.error(error) });
  }
}
