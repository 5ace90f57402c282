/** The address of the API, relative to the page, wherever both are mounted. */
export function apiAddress(page: string): string {
  const { origin, pathname } = new URL('..', page);
  return (origin + pathname).replace(/\/+$/, '');
}
