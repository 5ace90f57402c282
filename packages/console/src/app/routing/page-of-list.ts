/** The number of items on a page. */
const PAGE_SIZE = 50;

/** One page of a completely loaded list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly offset: number;
  readonly pageSize: number;
  /** Its position as text: `51 to 100 of 230`. */
  readonly summary: string;
}

/**
 * Returns the page that a query requests by `offset`: the last one if the list has become shorter.
 *
 * @param all - how many there are before any filter.
 */
export function pageOfList<Item>(
  items: readonly Item[],
  { offset: wanted = '' }: Readonly<Record<string, string>>,
  all: number,
): ListPage<Item> {
  const { length } = items;
  const last = Math.max(0, Math.ceil(length / PAGE_SIZE) - 1) * PAGE_SIZE;
  const offset = Math.min(last, /^\d{1,9}$/.test(wanted) ? Math.floor(Number(wanted) / PAGE_SIZE) * PAGE_SIZE : 0);
  const page = items.slice(offset, offset + PAGE_SIZE);
  const isFiltered = length !== all;
  const whole = isFiltered ? `${length} of ${all}` : `${length} in all`;
  const part = `${offset + 1} to ${offset + page.length} of ${length}${isFiltered ? `, found among ${all}` : ''}`;
  return {
    items: page,
    offset,
    pageSize: PAGE_SIZE,
    summary: length <= PAGE_SIZE ? whole : part,
  };
}
