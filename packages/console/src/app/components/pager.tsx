import { currentRoute, setQuery } from '../routing/current-route.ts';
import { Button } from './button.tsx';

interface PagerProps {
  /** The number of items before this page. */
  readonly offset: number;
  readonly pageSize: number;
  readonly count: number;
  /** The labels of the buttons for the previous and the next page. */
  readonly labels: readonly [previous: string, next: string];
}

/**
 * Controls for moving from page to page. The address keeps the current position. It shows nothing when there is only one
 * page.
 */
export function Pager({ offset, pageSize, count, labels: [previous, next] }: PagerProps) {
  if (offset === 0 && count <= pageSize) return null;
  const move = (to: number) => setQuery({ ...currentRoute.peek().query, offset: to > 0 ? String(to) : '' });
  return (
    <nav class="actions" aria-label="Pages">
      <Button disabled={offset === 0} onClick={() => move(offset - pageSize)}>
        {previous}
      </Button>
      <Button disabled={offset + pageSize >= count} onClick={() => move(offset + pageSize)}>
        {next}
      </Button>
    </nav>
  );
}
