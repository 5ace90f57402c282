/** An address in the console. */
export interface Route {
  /** The parts of the path: `['integrations', '3', 'edit']`. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** Reads the hash of an address: `#/integrations/3/edit?x=1`. Anything else is the first page. */
export function parseHash(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  return {
    path: path
      .split('/')
      .filter((part) => part !== '')
      .map(decode),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** Formats an address, without empty parameters of the query. */
export function toHash(path: readonly (string | number)[], query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return `#/${path.map((part) => encodeURIComponent(part)).join('/')}${search && `?${search}`}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
