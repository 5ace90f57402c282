import { ServiceError } from '@portcullis/core';

/**
 * Reads the body of a request, no further than the limit: what Content-Length announces counts, and what really comes.
 *
 * @throws ServiceError `BODY_TOO_LARGE`, and `BODY_INVALID` when the body breaks off.
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(breakOff);
    if (done) return Buffer.concat(chunks, size);
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel().catch(() => undefined);
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError('BODY_TOO_LARGE', `The body is larger than the limit of ${limit} bytes.`, {
    details: { limit },
  });
}

function breakOff(cause: unknown): never {
  throw new ServiceError('BODY_INVALID', 'The body could not be read to its end.', { cause });
}
