import {
  describeNotificationKinds,
  getWebhook,
  updateWebhook,
  type WebhookChangeBody,
  type WebhookDetail,
} from '@portcullis/client';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Loading } from '../../components/loading.tsx';
import { announce } from '../../service/announce.ts';
import { explainError } from '../../service/explain-error.ts';
import { client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useLoad } from '../../service/use-load.ts';
import { RestoredDraftNotice } from '../restored-draft-notice.tsx';
import { changedEntries, conflictingEntries, storedEntries } from './changed-entries.ts';
import { EditConflict } from './edit-conflict.tsx';
import { refusalIssues } from './refusal-issues.ts';
import { discardWebhookDraft, isRestoredWebhookDraft, readWebhookDraft, saveWebhookDraft } from './webhook-draft.ts';
import type { WebhookEntries } from './webhook-entries.ts';
import { WebhookFields } from './webhook-fields.tsx';

interface EditWebhookProps {
  readonly webhook: WebhookDetail;
  readonly reload: () => Promise<void>;
}

/**
 * Changes a webhook: only fields that were changed here are sent, so that changes of other users are not reverted. If
 * both changed the same field, the user decides.
 */
export function EditWebhook({ webhook, reload }: EditWebhookProps) {
  const draft = `edit webhook ${webhook.id}`;
  const [base, setBase] = useState(storedEntries(webhook));
  const [entries, setEntries] = useState<WebhookEntries>({ ...base, ...readWebhookDraft(draft) });
  const [isRestored] = useState(isRestoredWebhookDraft(draft));
  const [theirs, setTheirs] = useState<WebhookEntries>();
  const [isSaved, setSaved] = useState(false);
  const kinds = useLoad(() => describeNotificationKinds({ client }), 'described kinds');
  const change = changedEntries(base, entries);
  const startFrom = (stored: WebhookEntries) => {
    setBase(stored);
    setEntries(stored);
    setTheirs(undefined);
    discardWebhookDraft(draft);
  };
  const saving = useAction(async (isDecided: boolean) => {
    setSaved(false);
    const path = { id: webhook.id };
    if (!isDecided) {
      const now = storedEntries(await getWebhook({ client, path }));
      setTheirs(undefined);
      if (conflictingEntries(base, entries, now).length > 0) return setTheirs(now);
    }
    startFrom(storedEntries(await updateWebhook({ client, path, body: change as WebhookChangeBody })));
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
        if (Object.keys(change).length > 0) void saving.run(false);
      }}
    >
      {isRestored && <RestoredDraftNotice missing="A changed address is not kept: enter it again." />}
      <Failure error={saving.error} issues={issues.size > 0 ? [] : explainError(saving.error).issues} />
      {theirs && (
        <EditConflict names={conflictingEntries(base, entries, theirs)} theirs={theirs}>
          <Button isBusy={saving.isRunning} onClick={() => void saving.run(true)}>
            Overwrite with my entries
          </Button>
          <Button onClick={() => startFrom(theirs)}>Start again from the stored values</Button>
        </EditConflict>
      )}
      <Loading of={kinds}>
        {(value) => (
          <WebhookFields
            entries={entries}
            onChange={(next) => {
              setEntries(next);
              saveWebhookDraft(draft, changedEntries(base, next));
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
