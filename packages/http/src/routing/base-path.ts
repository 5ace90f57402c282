/** Returns a path, encoded as in URLs, without a trailing slash; the root is empty. */
export function normalizePath(path: string): string {
  return new URL(`http://host${path}`).pathname.replace(/\/+$/, '');
}

/** Returns the part of a path after the base path, or undefined for a path outside of it. */
export function below(basePath: string, pathname: string): string | undefined {
  if (!pathname.startsWith(basePath)) return undefined;
  const rest = pathname.slice(basePath.length);
  return rest === '' ? '/' : rest.startsWith('/') ? rest : undefined;
}

/** Returns the path of an absolute URL, without creating a `URL`. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const end = url.slice(start).search(/[?#]/);
  return start < 0 ? '/' : end < 0 ? url.slice(start) : url.slice(start, start + end);
}

/** Returns the query of a URL with its question mark; empty without one. */
export function queryOf(url: string): string {
  const [withoutFragment = ''] = url.split('#', 1);
  const start = withoutFragment.indexOf('?');
  return start < 0 ? '' : withoutFragment.slice(start);
}
