import { createWebhooks, testEndpoint, type WebhookBody, type WebhookTest } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { goTo } from '../../routing/current-route.ts';
import { announce } from '../../service/announce.ts';
import { createRequestKey } from '../../service/request-key.ts';
import { access, client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { discardWebhookDraft, isRestoredWebhookDraft, readWebhookDraft, saveWebhookDraft } from './webhook-draft.ts';
import type { WebhookEntries } from './webhook-entries.ts';

const DRAFT = 'new webhook';
const EMPTY: WebhookEntries = { name: '', url: '', notificationType: [], actionType: null, global: false };

/** The entries for a new webhook, its test, and its creation. */
export function useNewWebhook() {
  const [entries, setEntries] = useState<WebhookEntries>({
    ...EMPTY,
    global: access.value === 'admin',
    ...readWebhookDraft(DRAFT),
  });
  const [isRestored] = useState(isRestoredWebhookDraft(DRAFT));
  const [secret, setSecret] = useState('');
  const [result, setResult] = useState<WebhookTest>();
  const [created, setCreated] = useState<number>();
  const [requestKey] = useState(createRequestKey);
  const body = {
    ...entries,
    notificationType: [...entries.notificationType],
    ...(secret ? { secret } : {}),
  } as WebhookBody;
  const testing = useAction(async () => {
    setResult(undefined);
    creating.clear();
    setResult(await testEndpoint({ client, body }));
  });
  const creating = useAction(async () => {
    testing.clear();
    const response = await requestKey.send(body, (key) =>
      createWebhooks({ client, body: { webhooks: [body] }, headers: { 'Idempotency-Key': key } }),
    );
    const [webhook] = response.createdWebhooks;
    if (!webhook) return;
    discardWebhookDraft(DRAFT);
    announce('The webhook was created');
    if (secret) setCreated(webhook.id);
    else goTo('webhooks', webhook.id);
  });
  return {
    entries,
    change(next: WebhookEntries) {
      setEntries(next);
      saveWebhookDraft(DRAFT, next);
    },
    isRestored,
    secret,
    setSecret,
    testing,
    /** The result of the last test. */
    result,
    creating,
    /** The id of the webhook whose secret is to be copied; undefined before. */
    created,
    error: creating.error ?? testing.error,
  };
}
