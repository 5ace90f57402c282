import { place, setQuery } from '../routing/current-place.ts';
import { Button } from './button.tsx';

interface PagerProps {
  /** How many there are before this page. */
  readonly offset: number;
  readonly pageSize: number;
  readonly count: number;
  /** What leads to the page before, and to the one behind. */
  readonly names: readonly [before: string, behind: string];
}

/** Leads from page to page; the address keeps where somebody is. Nothing where there is one page alone. */
export function Pager({ offset, pageSize, count, names: [before, behind] }: PagerProps) {
  if (offset === 0 && count <= pageSize) return null;
  const move = (to: number) => setQuery({ ...place.peek().query, offset: to > 0 ? String(to) : '' });
  return (
    <nav class="actions" aria-label="Pages">
      <Button disabled={offset === 0} onClick={() => move(offset - pageSize)}>
        {before}
      </Button>
      <Button disabled={offset + pageSize >= count} onClick={() => move(offset + pageSize)}>
        {behind}
      </Button>
    </nav>
  );
}
