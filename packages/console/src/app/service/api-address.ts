/** Where the API is: beside the page, wherever both are mounted. */
export function apiAddress(page: string): string {
  const { origin, pathname } = new URL('..', page);
  return (origin + pathname).replace(/\/+$/, '');
}
