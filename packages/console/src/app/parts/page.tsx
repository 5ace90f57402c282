import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface PageProps {
  readonly title: string;
  /** The part of the page, where it has parts: opening another one is opening a page. */
  readonly part?: string;
  /** Shown beside the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page. Its heading gets the focus when the page opens: screen readers begin there, and so does the keyboard. */
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
