import type { Incoming } from '../exchange/incoming.ts';

/** The chunks of a request body. */
export interface BodyChunks {
  /** Returns the next chunk; undefined at the end. */
  next(): Promise<Uint8Array | undefined>;
  /** Cancels the source. It does not wait, because a pending chunk may never arrive. */
  cancel(): void;
}

/**
 * Reads a body. A stream of the Fetch standard is cancelled through its reader, which an iterator cannot do during a
 * pending read.
 */
export function bodyChunks(body: NonNullable<ReturnType<Incoming['body']>>): BodyChunks {
  if (body instanceof ReadableStream) {
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    return {
      next: async () => (await reader.read()).value,
      cancel: () => void reader.cancel().catch(() => undefined),
    };
  }
  const iterator = body[Symbol.asyncIterator]();
  return {
    async next() {
      const result = await iterator.next();
      return result.done ? undefined : result.value;
    },
    cancel: () => void iterator.return?.().catch(() => undefined),
  };
}
