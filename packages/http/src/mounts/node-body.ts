import type { HostExchange } from './host-exchange.ts';

/** The body of a request of `node:http`. */
export interface NodeBody {
  readonly body: AsyncIterable<Uint8Array> | null;
  /** True if the bytes differ from the sent ones. */
  readonly reencoded?: boolean;
}

/**
 * Returns the body of a request: the stream with which the host has replaced it, or that of the message. If the host has already read
 * it, this is the result of its body parser, serialised again.
 */
export function nodeBody({ message, replacedBody, parsedBody, rawBody }: HostExchange): NodeBody {
  if (replacedBody) return { body: inBytes(replacedBody), reencoded: true };
  if (!message.readableDidRead && !message.readableEnded) {
    // Ending the loop early must not destroy the connection, which is still needed for the response.
    return { body: inBytes(message.iterator({ destroyOnReturn: false })) };
  }
  const left = isBytesOrText(rawBody) ? rawBody : parsedBody;
  return { body: left === undefined ? null : serialized(left), reencoded: true };
}

function isBytesOrText(value: unknown): value is Uint8Array | string {
  return typeof value === 'string' || value instanceof Uint8Array;
}

/** If the host has set an encoding, the chunks are texts. */
async function* inBytes(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

/** Throws if a body cannot be serialized (circular, too deep); the reader treats this as a body that ends early. */
async function* serialized(value: unknown): AsyncGenerator<Uint8Array> {
  if (value instanceof Uint8Array) yield value;
  else yield Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}
