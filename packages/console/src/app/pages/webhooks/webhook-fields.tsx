import type { NotificationKind } from '@portcullis/client';
import { describedField } from '../../components/described-field.ts';
import { Issue } from '../../components/issue.tsx';
import { access } from '../../service/session.ts';
import { KindPicker } from './kind-picker.tsx';
import type { WebhookEntries } from './webhook-entries.ts';

interface WebhookFieldsProps {
  readonly entries: WebhookEntries;
  readonly onChange: (entries: WebhookEntries) => void;
  readonly kinds: readonly NotificationKind[];
  /** The problems that the service reports for fields, by name. */
  readonly issues: ReadonlyMap<string, string>;
  /** True if the webhook already exists: its audience can then no longer be changed. */
  readonly exists: boolean;
}

/** The fields of a webhook. */
export function WebhookFields({ entries, onChange, kinds, issues, exists }: WebhookFieldsProps) {
  const change = (part: Partial<WebhookEntries>) => onChange({ ...entries, ...part });
  return (
    <>
      <div class={`field ${issues.has('name') ? 'invalid' : ''}`}>
        <label for="webhook-name">Name</label>
        <input
          id="webhook-name"
          value={entries.name}
          onInput={(event) => change({ name: event.currentTarget.value })}
          autoComplete="off"
          {...describedField('webhook-name', issues.get('name'))}
        />
        <Issue field="webhook-name" text={issues.get('name')} />
      </div>
      <div class={`field ${issues.has('url') ? 'invalid' : ''}`}>
        <label for="webhook-url">Address</label>
        <input
          id="webhook-url"
          type="url"
          value={entries.url}
          onInput={(event) => change({ url: event.currentTarget.value })}
          autoComplete="off"
          {...describedField('webhook-url', issues.get('url'), 'webhook-url-help')}
        />
        <Issue field="webhook-url" text={issues.get('url')} />
        <p class="help" id="webhook-url-help">
          The address that deliveries go to: http or https, and public.
        </p>
      </div>
      <KindPicker
        kinds={kinds}
        issue={issues.get('notificationType')}
        chosen={entries.notificationType}
        onChange={(notificationType) => change({ notificationType })}
      />
      <Issue field="webhook-kinds" text={issues.get('notificationType')} />
      {!exists && access.value === 'admin' && (
        <div class="field switch">
          <input
            id="webhook-global"
            type="checkbox"
            checked={entries.global}
            onChange={(event) => change({ global: event.currentTarget.checked })}
          />
          <label for="webhook-global">All notifications, not only those that concern me</label>
        </div>
      )}
      {!entries.global && (
        <ActionType entries={entries} change={change} issue={issues.get('actionType')} exists={exists} />
      )}
    </>
  );
}

interface ActionTypeProps {
  readonly entries: WebhookEntries;
  readonly change: (part: Partial<WebhookEntries>) => void;
  readonly issue: string | undefined;
  readonly exists: boolean;
}

/**
 * The selection of the owner's own notifications that a webhook receives. A webhook that receives all notifications does
 * not need it.
 */
function ActionType({ entries, change, issue, exists }: ActionTypeProps) {
  // An administrator also edits webhooks of other users.
  const causes = exists ? 'the owner causes' : 'I cause';
  const receives = exists ? 'the owner receives' : 'I receive';
  return (
    <div class="field">
      <label for="webhook-action">{exists ? 'Notifications of the owner' : 'My notifications'}</label>
      <select
        id="webhook-action"
        value={entries.actionType ?? ''}
        onChange={(event) =>
          change({ actionType: (event.currentTarget.value || null) as WebhookEntries['actionType'] })
        }
        {...describedField('webhook-action', issue)}
      >
        <option value="">{`What ${causes} and what ${receives}`}</option>
        <option value="triggered">{`Only what ${causes}`}</option>
        <option value="receive">{`Only what ${receives}`}</option>
      </select>
      <Issue field="webhook-action" text={issue} />
    </div>
  );
}
