import { builtIns } from '../built-ins.ts';

/** Maximum number of characters of a name. Source: Snowflake SQL reference, "Identifier requirements". */
export const MAX_NAME_LENGTH = 255;
/** Number of hexadecimal digits that distinguish truncated names. */
const DIGEST_LENGTH = 12;

/**
 * Builds a name from a base and a suffix. If the name is too long, the base is truncated and its digest is added, so
 * that two bases never result in one name.
 */
export function fitName(base: string, suffix: string): string {
  const whole = `${base}${suffix}`;
  if (lengthOf(whole) <= MAX_NAME_LENGTH) return whole;
  const digest = builtIns.crypto.createHash('sha256').update(base).digest('hex').slice(0, DIGEST_LENGTH).toUpperCase();
  const tail = `_${digest}${suffix}`;
  return `${[...base].slice(0, MAX_NAME_LENGTH - lengthOf(tail)).join('')}${tail}`;
}

/** Returns the number of characters of a name as the platform counts them. */
export function lengthOf(name: string): number {
  return [...name].length;
}
