/** The target of a request line: path and query, and the authority of an absolute URL. */
export interface RequestTarget {
  readonly target: string;
  readonly authority?: string;
}

const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i;

/**
 * Parses a request target. A caller may send an absolute URL, whose authority replaces the `Host` header.
 * Source: RFC 9112, sections 3.2.1 and 3.2.2.
 */
export function requestTarget(sent: string): RequestTarget {
  const [start, authority] = ABSOLUTE.exec(sent) ?? [];
  if (start === undefined || authority === undefined) return { target: sent };
  const target = sent.slice(start.length);
  return { authority, target: target.startsWith('/') ? target : `/${target}` };
}
