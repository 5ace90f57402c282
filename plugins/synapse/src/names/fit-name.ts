import { builtIns } from '../built-ins.ts';

/** The most characters of a name, in UTF-16. Source: Transact-SQL reference, "Database identifiers" (`sysname`). */
export const NAME_LENGTH = 128;
/** Hexadecimal digits that keep cut names apart. */
const DIGEST_LENGTH = 12;

/**
 * Builds a name from a base and a suffix. If the name is too long, the base is truncated at a character and its
 * digest is added, so that two bases never result in one name.
 *
 * @param length - the most characters, where the platform takes fewer than of other names.
 */
export function fitName(base: string, after: string, length: number = NAME_LENGTH): string {
  const whole = `${base}${after}`;
  if (whole.length <= length) return whole;
  const digest = builtIns.crypto.createHash('sha256').update(base).digest('hex').slice(0, DIGEST_LENGTH);
  const tail = `_${digest}${after}`;
  return `${cutAtCharacter(base, length - tail.length)}${tail}`;
}

/** Half a surrogate pair is no character. */
function cutAtCharacter(text: string, length: number): string {
  let cut = '';
  for (const character of text) {
    if (cut.length + character.length > length) break;
    cut += character;
  }
  return cut.trimEnd();
}
