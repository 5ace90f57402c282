import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { WebhookEntries } from './webhook-entries.ts';

interface EditConflictProps {
  /** The fields that another user has also changed. */
  readonly names: readonly string[];
  /** The currently stored values. */
  readonly theirs: WebhookEntries;
  /** The actions that the user can take. */
  readonly children: ComponentChildren;
}

/** A notice that another user saved first, with the currently stored values. It takes the focus, like failures. */
export function EditConflict({ names, theirs, children }: EditConflictProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), [theirs]);
  return (
    <div class="notice warn" role="alert" tabIndex={-1} ref={notice}>
      <strong>Another user changed this in the meantime</strong>
      <p>Nothing was saved, and your entries are still here. Changed by both of you: {names.join(', ')}. Stored now:</p>
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
