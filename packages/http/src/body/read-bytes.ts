import { ServiceError } from '@portcullis/core';
import type { Incoming } from '../exchange/incoming.ts';
import { type BodyChunks, bodyChunks } from './body-chunks.ts';

/** The largest size of a body, and the time for it to arrive. */
export interface BodyLimits {
  /** Bytes. */
  readonly limit: number;
  /** Milliseconds from the first read of the body to its end. */
  readonly timeoutMs: number;
}

/**
 * Reads the body of a request up to the limit, which applies to Content-Length and to the received bytes.
 *
 * @throws ServiceError `BODY_TOO_LARGE`, `BODY_TIMEOUT` if it does not arrive in time, and `BODY_INVALID` if it ends
 * early.
 */
export async function readBytes(
  incoming: Pick<Incoming, 'headers' | 'body'>,
  { limit, timeoutMs }: BodyLimits,
): Promise<Uint8Array> {
  if (Number(incoming.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  const body = incoming.body();
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const source = bodyChunks(body);
  const endsAt = performance.now() + timeoutMs;
  for (;;) {
    const chunk = await nextChunk(source, endsAt);
    if (chunk === 'late') {
      source.cancel();
      throw tooLate(timeoutMs);
    }
    if (chunk === undefined) return Buffer.concat(chunks, size);
    size += chunk.byteLength;
    if (size > limit) {
      source.cancel();
      throw tooLarge(limit);
    }
    chunks.push(chunk);
  }
}

/** Returns the next chunk, undefined at the end, or `late` after the time limit. */
function nextChunk(source: BodyChunks, endsAt: number): Promise<Uint8Array | undefined | 'late'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('late'), Math.max(0, endsAt - performance.now()));
    timer.unref();
    source.next().then(
      (chunk) => {
        clearTimeout(timer);
        // A slow body must not postpone the deadline.
        resolve(performance.now() > endsAt && chunk !== undefined ? 'late' : chunk);
      },
      (cause) => {
        clearTimeout(timer);
        reject(new ServiceError('BODY_INVALID', 'The body could not be read completely: send it again.', { cause }));
      },
    );
  });
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError(
    'BODY_TOO_LARGE',
    `The body is larger than the limit of ${limit} bytes: send a smaller body, or raise bodyLimit on the host.`,
    {
      details: { limit },
    },
  );
}

function tooLate(timeoutMs: number): ServiceError {
  return new ServiceError(
    'BODY_TIMEOUT',
    `The body did not arrive within ${timeoutMs} ms: send the request again, or raise bodyTimeoutMs on the host.`,
    { details: { timeoutMs } },
  );
}
