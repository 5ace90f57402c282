import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '../components/button.tsx';

/** True if all charts show their tables instead. */
const showsTables = signal(false);

interface ChartProps {
  readonly title: string;
  /** @default h2 */
  readonly level?: 'h2' | 'h3';
  /** The numbers of the chart. Screen readers always read it; a button shows it instead of the chart. */
  readonly table: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A chart with the table of its numbers. */
export function Chart({ title, level: Heading = 'h2', table, children }: ChartProps) {
  const id = useId();
  const isTable = showsTables.value;
  return (
    <figure class="chart" aria-labelledby={id}>
      <figcaption class="section-head">
        <Heading id={id}>{title}</Heading>
        <span class="push">
          <Button
            kind="quiet"
            onClick={() => {
              showsTables.value = !isTable;
            }}
          >
            {isTable ? 'Show charts' : 'Show tables'}
          </Button>
        </span>
      </figcaption>
      {!isTable && children}
      <div class={isTable ? 'chart-table' : 'for-readers'}>{table}</div>
    </figure>
  );
}
