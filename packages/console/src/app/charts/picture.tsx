import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '../parts/button.tsx';

/** True when tables are shown in the place of pictures, in all of them. */
const showsTables = signal(false);

interface PictureProps {
  readonly title: string;
  /** @default h2 */
  readonly level?: 'h2' | 'h3';
  /** The numbers of the picture. Screen readers always read it; a button shows it in the place of the picture. */
  readonly table: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A picture with the table of its numbers. */
export function Picture({ title, level: Heading = 'h2', table, children }: PictureProps) {
  const id = useId();
  const isTable = showsTables.value;
  return (
    <figure class="picture" aria-labelledby={id}>
      <figcaption class="section-head">
        <Heading id={id}>{title}</Heading>
        <span class="push">
          <Button
            kind="quiet"
            onClick={() => {
              showsTables.value = !isTable;
            }}
          >
            {isTable ? 'Show pictures' : 'Show tables'}
          </Button>
        </span>
      </figcaption>
      {!isTable && children}
      <div class={isTable ? 'picture-table' : 'for-readers'}>{table}</div>
    </figure>
  );
}
