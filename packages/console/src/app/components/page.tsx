import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface PageProps {
  readonly title: string;
  /** The part of the page, if it has parts: another part counts as another page. */
  readonly part?: string;
  /** Shown next to the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page. Its heading gets the focus when the page opens: screen readers and the keyboard start there. */
export function Page({ title, part = '', aside, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Portcullis`;
    heading.current?.focus();
  }, [title, part]);
  return (
    <>
      <header class="page-head">
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {aside && <div class="page-aside">{aside}</div>}
      </header>
      {children}
    </>
  );
}
