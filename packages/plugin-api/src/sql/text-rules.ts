import { PLUGIN_ERROR_CODES } from '../errors/plugin-error-codes.ts';
import { PortcullisError } from '../errors/portcullis-error.ts';

/** Returns the error `SQL_UNSAFE` for dangerous or meaningless SQL. */
export function unsafe(message: string): PortcullisError {
  return new PortcullisError({
    code: 'SQL_UNSAFE',
    message,
    help: PLUGIN_ERROR_CODES.SQL_UNSAFE.help,
  });
}

/**
 * Rejects text that no platform can store as a name.
 *
 * @param what - the subject of the message, such as `An identifier`.
 * @throws PortcullisError `SQL_UNSAFE` for a value that is empty or not a string, or that has a NUL character or half
 * a surrogate pair.
 */
export function checkName(name: unknown, what: string): void {
  if (typeof name !== 'string' || name === '') throw unsafe(`${what} must be a string that is not empty.`);
  checkText(name, what);
}

/**
 * Refuses text that a platform would receive in another form than the checked one: NUL ends strings in many drivers,
 * and the conversion to UTF-8 replaces a lone surrogate.
 *
 * @throws PortcullisError `SQL_UNSAFE`
 */
export function checkText(text: string, what: string): void {
  if (text.includes('\0')) throw unsafe(`${what} must not have a NUL character.`);
  if (/\p{Surrogate}/u.test(text)) throw unsafe(`${what} must be well-formed Unicode: it has a lone surrogate.`);
}
