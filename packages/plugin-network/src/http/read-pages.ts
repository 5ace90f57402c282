import { PlatformError } from '@portcullis/plugin-api';

/**
 * Reads all pages of a list. A page may be empty although others follow.
 *
 * @example
 * ```ts
 * const pages = await readPages((token) => get(`/roles?pageToken=${encodeURIComponent(token)}`), (page) => page.nextPageToken);
 * ```
 * @param read - reads one page. The token of the first page is empty.
 * @param next - returns the token of the next page; any value other than a text that is not empty ends the list.
 * @throws PlatformError `network` if the platform returns the same token twice: the list would have no end.
 */
export async function readPages<Page>(
  read: (token: string) => Promise<Page>,
  next: (page: Page) => unknown,
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  const tokens = new Set<string>();
  for (let token = ''; ; ) {
    const page = await read(token);
    pages.push(page);
    const following = next(page);
    if (typeof following !== 'string' || following === '') return pages;
    if (tokens.has(following)) {
      const message = 'The platform returned a page of a list twice, so the list has no end.';
      throw new PlatformError({ failureClass: 'network', message });
    }
    tokens.add(following);
    token = following;
  }
}
