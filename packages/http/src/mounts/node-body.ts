import type { HostExchange } from './host-exchange.ts';

/** The body of a request of `node:http`. */
export interface NodeBody {
  readonly body: AsyncIterable<Uint8Array> | null;
  /** True if the bytes differ from the sent ones. */
  readonly reencoded?: boolean;
}

/**
 * Returns the body of a request: from the connection, unless it was read already; then the result of a body parser,
 * serialised again.
 */
export function nodeBody({ message, parsedBody, rawBody }: HostExchange): NodeBody {
  if (!message.readableDidRead && !message.readableEnded) {
    // An early end must not destroy the connection, which is still needed for the response.
    return { body: inBytes(message.iterator({ destroyOnReturn: false })) };
  }
  const left = isBytesOrText(rawBody) ? rawBody : parsedBody;
  return { body: left === undefined ? null : writtenDown(left), reencoded: true };
}

function isBytesOrText(value: unknown): value is Uint8Array | string {
  return typeof value === 'string' || value instanceof Uint8Array;
}

/** If the host has set an encoding, the chunks are texts. */
async function* inBytes(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

/** Fails if a body cannot be serialized (circular, too deep): to the reader it ends early. */
async function* writtenDown(value: unknown): AsyncGenerator<Uint8Array> {
  if (value instanceof Uint8Array) yield value;
  else yield Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}
