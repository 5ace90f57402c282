import { listNotificationKinds, updateWebhook, type WebhookChangeBody, type WebhookDetail } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Loading } from '../../parts/loading.tsx';
import { announce } from '../../service/announce.ts';
import { explainError } from '../../service/explain-error.ts';
import { client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useLoad } from '../../service/use-load.ts';
import { changedEntries } from './changed-entries.ts';
import { refusalIssues } from './refusal-issues.ts';
import type { WebhookEntries } from './webhook-entries.ts';
import { WebhookFields } from './webhook-fields.tsx';

/** Changes a webhook: only what was changed here is sent, so that nothing that others changed meanwhile is put back. */
export function EditWebhook({
  webhook,
  reload,
}: {
  readonly webhook: WebhookDetail;
  readonly reload: () => Promise<void>;
}) {
  const { name, url, notificationType, global } = webhook;
  const start: WebhookEntries = { name, url, notificationType, global, actionType: null };
  const [base, setBase] = useState(start);
  const [entries, setEntries] = useState(start);
  const [isSaved, setSaved] = useState(false);
  const kinds = useLoad(() => listNotificationKinds({ client }), 'kinds');
  const change = changedEntries(base, entries);
  const saving = useAction(async () => {
    await updateWebhook({ client, path: { id: webhook.id }, body: change as WebhookChangeBody });
    setBase(entries);
    setSaved(true);
    announce('Saved');
    await reload();
  });
  const issues = refusalIssues(saving.error);
  return (
    <form
      aria-label="Webhook"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void saving.run();
      }}
    >
      <Failure error={saving.error} issues={issues.size > 0 ? [] : explainError(saving.error).issues} />
      <Loading of={kinds}>
        {(value) => (
          <WebhookFields
            entries={entries}
            onChange={(next) => {
              setEntries(next);
              setSaved(false);
            }}
            kinds={value}
            issues={issues}
            exists={true}
          />
        )}
      </Loading>
      <div class="actions">
        <Button kind="primary" type="submit" isBusy={saving.isRunning} disabled={Object.keys(change).length === 0}>
          Save
        </Button>
        {isSaved && <span role="status">Saved.</span>}
      </div>
    </form>
  );
}
