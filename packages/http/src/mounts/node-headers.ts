import type { RequestHeaders } from '../exchange/incoming.ts';
import { invalidParameters } from '../parameters/parameter-error.ts';

/** A token. Source: RFC 9110, section 5.6.2. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Characters that a value must not have. Source: Fetch standard, "header value". */
const NOT_IN_VALUE = /[\0\r\n]/;
/** White space around a value, which is no part of it. Source: Fetch standard, "normalize". */
const SPACE: readonly string[] = ['\t', '\n', '\r', ' '];

/**
 * Returns the headers of a request of `node:http`, without creating a `Headers` object, which takes longer than routing a request.
 *
 * @param rawHeaders - names and values alternately, as Node has them.
 * @param omitted - names to leave out, in lower case.
 * @throws ServiceError `PARAMETER_INVALID` for a header that the Fetch standard rejects; a lenient parser accepts some.
 */
export function nodeHeaders(rawHeaders: readonly string[], omitted: readonly string[] = []): RequestHeaders {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (isPseudo(name)) continue;
    if (!NAME.test(name) || !isValue(rawHeaders[index + 1] as string)) throw invalidHeader();
  }
  const get = (name: string): string | null => {
    const wanted = name.toLowerCase();
    if (omitted.includes(wanted)) return null;
    let found: string | null = null;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const given = rawHeaders[index] as string;
      if (given.length !== wanted.length || given.toLowerCase() !== wanted) continue;
      const value = withoutSpaceAround(rawHeaders[index + 1] as string);
      found = found === null ? value : `${found}${wanted === 'cookie' ? '; ' : ', '}${value}`;
    }
    return found;
  };
  return { get, has: (name) => get(name) !== null };
}

/** Returns the same headers for a `Request`. */
export function toFetchHeaders(rawHeaders: readonly string[], omitted: readonly string[] = []): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (!isPseudo(name)) headers.append(name, rawHeaders[index + 1] as string);
  }
  for (const name of omitted) headers.delete(name);
  return headers;
}

function isValue(value: string): boolean {
  return !NOT_IN_VALUE.test(value) || !NOT_IN_VALUE.test(withoutSpaceAround(value));
}

/** A regular expression would look for the end of each space within the value, in quadratic time. */
function withoutSpaceAround(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && SPACE.includes(value.charAt(start))) start += 1;
  while (end > start && SPACE.includes(value.charAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

/** HTTP/2 has pseudo-headers, such as `:path`, in place of a request line. */
function isPseudo(name: string): boolean {
  return name.startsWith(':');
}

function invalidHeader() {
  return invalidParameters([{ path: 'headers', message: 'A header has a name or a value that is not valid.' }]);
}
