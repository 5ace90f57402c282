import { builtIns } from '../built-ins.ts';

/** Maximum length of a name, in UTF-16 code units. Source: Transact-SQL reference, "Database identifiers" (`sysname`). */
export const MAX_NAME_LENGTH = 128;
/** Number of hexadecimal digits that distinguish truncated names. */
const DIGEST_LENGTH = 12;

/**
 * Builds a name from a base and a suffix. If the name is too long, the base is truncated at a character and its
 * digest is added, so that two bases never result in one name.
 *
 * @param length - the maximum length, if it is shorter than that of other names.
 */
export function fitName(base: string, suffix: string, length: number = MAX_NAME_LENGTH): string {
  const whole = `${base}${suffix}`;
  if (whole.length <= length) return whole;
  const digest = builtIns.crypto.createHash('sha256').update(base).digest('hex').slice(0, DIGEST_LENGTH);
  const tail = `_${digest}${suffix}`;
  return `${truncate(base, length - tail.length)}${tail}`;
}

/** Truncates a name without splitting a surrogate pair. */
function truncate(text: string, length: number): string {
  let truncated = '';
  for (const character of text) {
    if (truncated.length + character.length > length) break;
    truncated += character;
  }
  return truncated.trimEnd();
}
