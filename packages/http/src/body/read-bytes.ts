import { ServiceError } from '@portcullis/core';
import type { Incoming } from '../exchange/incoming.ts';

/**
 * Reads the body of a request, no further than the limit: what Content-Length announces counts, and what really comes.
 *
 * @throws ServiceError `BODY_TOO_LARGE`, and `BODY_INVALID` when the body breaks off.
 */
export async function readBytes(incoming: Pick<Incoming, 'headers' | 'body'>, limit: number): Promise<Uint8Array> {
  if (Number(incoming.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming.body ?? []) {
      size += chunk.byteLength;
      // Leaving the loop tells the source that no more is wanted.
      if (size > limit) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new ServiceError('BODY_INVALID', 'The body could not be read to its end: send it again.', { cause });
  }
  if (size > limit) throw tooLarge(limit);
  return Buffer.concat(chunks, size);
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError(
    'BODY_TOO_LARGE',
    `The body is larger than the limit of ${limit} bytes: send less, or have the host raise bodyLimit.`,
    {
      details: { limit },
    },
  );
}
