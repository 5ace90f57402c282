/** The default number of operations on a page. Source: `OperationsQuery` of the core. */
const PAGE_SIZE = 100;

/**
 * Returns the Link header to the next page, if this page is full. The next page may be empty. Source: RFC 8288.
 *
 * @param page - the members of this page, in the order of the list.
 */
export function nextPage(
  page: readonly { readonly id: number }[],
  query: Readonly<Record<string, string | undefined>>,
  url: string,
): Readonly<Record<string, string>> {
  const last = page.at(-1);
  if (!last || page.length < Number(query.pageSize ?? PAGE_SIZE)) return {};
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const parameters = new URLSearchParams({ ...Object.fromEntries(given), after: String(last.id) });
  return { link: `<${url}?${parameters}>; rel="next"` };
}
