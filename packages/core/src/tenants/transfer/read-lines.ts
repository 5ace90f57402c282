/** The pieces of a file: its lines, or chunks of any size. */
export type TransferSource = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Maximum bytes of a line; a file with a longer one is invalid. */
const MAX_LINE = 256 * 1024 * 1024;

/**
 * Splits the pieces of a file into lines, without their line breaks.
 *
 * @throws RangeError for a line that is longer than any row.
 */
export async function* readLines(source: TransferSource): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const piece of source) {
    const lines = (rest + (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }))).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) throw new RangeError('A line of the file is too long.');
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
