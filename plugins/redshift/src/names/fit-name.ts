import { builtIns } from '../built-ins.ts';

/** Number of hexadecimal digits that distinguish truncated names. */
const DIGEST_LENGTH = 12;

/**
 * Builds a name from a base, a prefix and a suffix. If the name is too long, the base is truncated at a character and
 * its digest is added, so that two bases never result in one name.
 *
 * @param bytes - the maximum length on the platform, in bytes of UTF-8.
 */
export function fitName(
  parts: { readonly prefix?: string; readonly base: string; readonly suffix?: string },
  bytes: number,
): string {
  const { prefix = '', base, suffix = '' } = parts;
  const whole = `${prefix}${base}${suffix}`;
  if (Buffer.byteLength(whole) <= bytes) return whole;
  const tail = `_${shortDigest(base)}${suffix}`;
  const room = bytes - Buffer.byteLength(prefix) - Buffer.byteLength(tail);
  return `${prefix}${truncate(base, room)}${tail}`;
}

/** Returns a short digest of a text, in lower-case hexadecimal. */
export function shortDigest(text: string): string {
  return builtIns.crypto.createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH);
}

function truncate(text: string, bytes: number): string {
  let truncated = '';
  for (const character of text) {
    if (Buffer.byteLength(truncated + character) > bytes) break;
    truncated += character;
  }
  return truncated;
}
