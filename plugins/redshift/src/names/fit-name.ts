import { builtIns } from '../built-ins.ts';

/** Hexadecimal digits that keep cut names apart. */
const DIGEST_LENGTH = 12;

/**
 * Builds a name from a base, a prefix and a suffix. If the name is too long, the base is truncated at a character and
 * its digest is added, so that two bases never result in one name.
 *
 * @param bytes - the most bytes of UTF-8 that the platform takes.
 */
export function fitName(
  parts: { readonly before?: string; readonly base: string; readonly after?: string },
  bytes: number,
): string {
  const { before = '', base, after = '' } = parts;
  const whole = `${before}${base}${after}`;
  if (Buffer.byteLength(whole) <= bytes) return whole;
  const tail = `_${shortDigest(base)}${after}`;
  const room = bytes - Buffer.byteLength(before) - Buffer.byteLength(tail);
  return `${before}${cutAtCharacter(base, room)}${tail}`;
}

/** A short digest of a text, in lower-case hexadecimal. */
export function shortDigest(text: string): string {
  return builtIns.crypto.createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH);
}

function cutAtCharacter(text: string, bytes: number): string {
  let cut = '';
  for (const character of text) {
    if (Buffer.byteLength(cut + character) > bytes) break;
    cut += character;
  }
  return cut;
}
