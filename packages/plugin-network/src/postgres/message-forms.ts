/** The bytes of a column in a description of rows, after its name. */
const COLUMN_LENGTH = 18;

/** Returns whether a content consists of fields, each a letter and a text with a zero at its end, and a last zero. */
export function isErrorOrNotice(content: Buffer): boolean {
  let at = 0;
  while (at < content.length && content[at] !== 0) {
    const end = content.indexOf(0, at + 1);
    if (end < 0) return false;
    at = end + 1;
  }
  return at < content.length;
}

/** Returns whether a content describes the number of columns that it states. */
export function isRowDescription(content: Buffer): boolean {
  if (content.length < 2) return false;
  const columns = content.readInt16BE(0);
  let at = 2;
  for (let column = 0; column < columns; column += 1) {
    const end = content.indexOf(0, at);
    if (end < 0) return false;
    at = end + 1 + COLUMN_LENGTH;
  }
  return columns >= 0 && at === content.length;
}

/**
 * Returns whether a content is a row with the described columns. `pg` would read the length of a value without a check,
 * so that a short row with negative lengths becomes a row of gigabytes.
 */
export function isRow(content: Buffer, columns: number | undefined): boolean {
  if (content.length < 2 || content.readInt16BE(0) !== columns) return false;
  let at = 2;
  for (let column = 0; column < columns; column += 1) {
    if (content.length - at < 4) return false;
    const length = content.readInt32BE(at);
    if (length < -1) return false;
    at += 4 + Math.max(length, 0);
  }
  return at === content.length;
}
