import { PlatformError } from '@portcullis/plugin-api';

/** The decoders of zlib, by the name of the coding. */
const DECODERS: ReadonlyMap<string, 'unzip' | 'brotliDecompress'> = new Map([
  ['gzip', 'unzip'],
  ['x-gzip', 'unzip'],
  ['deflate', 'unzip'],
  ['br', 'brotliDecompress'],
]);

/** The code of zlib for a result that is longer than allowed. */
const TOO_LARGE = 'ERR_BUFFER_TOO_LARGE';

/**
 * Returns the content of a compressed response. Senders do not ask for compression, but a server may compress anyway:
 * the SQL REST API of Snowflake does so from the second partition of a result on. Sources: RFC 9110, 8.4.1 and 12.5.3
 * (without `Accept-Encoding`, any coding is acceptable).
 *
 * @param coding - the value of `Content-Encoding`.
 * @param limit - the maximum number of bytes.
 * @param tooLarge - returns the error for a longer content.
 * @throws PlatformError `network` for an unknown coding, and for content in another coding.
 */
export async function decodedContent(
  bytes: Uint8Array,
  { coding, limit, tooLarge }: { readonly coding: string; readonly limit: number; readonly tooLarge: () => Error },
): Promise<Buffer> {
  const decoder = DECODERS.get(coding.trim().toLowerCase());
  if (decoder === undefined) throw unreadable(coding);
  if (bytes.length === 0) return Buffer.alloc(0);
  const zlib = await import('node:zlib');
  return new Promise((resolve, reject) => {
    const done = (error: NodeJS.ErrnoException | null, content: Buffer): void => {
      if (!error) resolve(content);
      else reject(error.code === TOO_LARGE ? tooLarge() : unreadable(coding));
    };
    if (decoder === 'unzip') zlib.unzip(bytes, { maxOutputLength: limit }, done);
    else zlib.brotliDecompress(bytes, { maxOutputLength: limit }, done);
  });
}

function unreadable(coding: string): PlatformError {
  return new PlatformError({
    failureClass: 'network',
    message: `The response cannot be decoded (Content-Encoding: ${coding.slice(0, 40)}).`,
  });
}
