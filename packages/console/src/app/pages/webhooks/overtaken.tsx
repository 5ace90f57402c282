import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { WebhookEntries } from './webhook-entries.ts';

interface OvertakenProps {
  /** What somebody else has changed, too. */
  readonly names: readonly string[];
  /** What is stored now. */
  readonly theirs: WebhookEntries;
  /** What can be done about it. */
  readonly children: ComponentChildren;
}

/** Says that somebody else was faster, and what is stored now. It takes the focus, as failures do. */
export function Overtaken({ names, theirs, children }: OvertakenProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), [theirs]);
  return (
    <div class="notice warn" role="alert" tabIndex={-1} ref={notice}>
      <strong>Somebody else changed this in the meantime</strong>
      <p>Nothing was saved, and what you entered is still here. Changed by both: {names.join(', ')}. Stored now:</p>
      <dl class="facts config">
        <div>
          <dt>Name</dt>
          <dd>{theirs.name}</dd>
        </div>
        <div>
          <dt>Address</dt>
          <dd>{theirs.url}</dd>
        </div>
        <div>
          <dt>Notifications</dt>
          <dd>{theirs.notificationType.join(', ')}</dd>
        </div>
      </dl>
      <div class="actions">{children}</div>
    </div>
  );
}
