import {
  createWebhooks,
  describeNotificationKinds,
  testEndpoint,
  type WebhookBody,
  type WebhookTest,
} from '@portcullis/client';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Code } from '../../parts/code.tsx';
import { describedField } from '../../parts/described-field.ts';
import { Failure } from '../../parts/failure.tsx';
import { Issue } from '../../parts/issue.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Page } from '../../parts/page.tsx';
import { Status } from '../../parts/status.tsx';
import { goTo } from '../../routing/current-place.ts';
import { announce } from '../../service/announce.ts';
import { explainError } from '../../service/explain-error.ts';
import { randomSecret } from '../../service/random-key.ts';
import { createRequestKey } from '../../service/request-key.ts';
import { access, client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useLoad } from '../../service/use-load.ts';
import { Restored } from '../restored.tsx';
import { refusalIssues } from './refusal-issues.ts';
import { responseHint } from './response-hint.ts';
import { forgetWebhookDraft, isWebhookDraftFromStorage, keepWebhookDraft, webhookDraft } from './webhook-draft.ts';
import type { WebhookEntries } from './webhook-entries.ts';
import { WebhookFields } from './webhook-fields.tsx';

const DRAFT = 'new webhook';
const EMPTY: WebhookEntries = { name: '', url: '', notificationType: [], actionType: null, global: false };

/** Creates a webhook: it can be tested before it is stored, and its secret is shown once. */
export function NewWebhook() {
  const kinds = useLoad(() => describeNotificationKinds({ client }), 'described kinds');
  const [entries, setEntries] = useState<WebhookEntries>({
    ...EMPTY,
    global: access.value === 'admin',
    ...webhookDraft(DRAFT),
  });
  const [isRestored] = useState(isWebhookDraftFromStorage(DRAFT));
  const [secret, setSecret] = useState('');
  const [result, setResult] = useState<WebhookTest>();
  const [created, setCreated] = useState<number>();
  const body = {
    ...entries,
    notificationType: [...entries.notificationType],
    ...(secret ? { secret } : {}),
  } as WebhookBody;
  const [requestKey] = useState(createRequestKey);
  const trying = useAction(async () => {
    setResult(undefined);
    creating.clear();
    setResult(await testEndpoint({ client, body }));
  });
  const creating = useAction(async () => {
    trying.clear();
    const response = await requestKey.send(body, (key) =>
      createWebhooks({ client, body: { webhooks: [body] }, headers: { 'Idempotency-Key': key } }),
    );
    const [webhook] = response.createdWebhooks;
    if (!webhook) return;
    forgetWebhookDraft(DRAFT);
    announce('The webhook was created');
    if (secret) setCreated(webhook.id);
    else goTo('webhooks', webhook.id);
  });
  const error = creating.error ?? trying.error;
  const issues = refusalIssues(error);

  if (created !== undefined) {
    return (
      <Page title="The webhook was created">
        <p>Copy this secret to the receiver now: it is not shown again.</p>
        <Code title="Secret" text={secret} />
        <div class="actions">
          <Button
            kind="primary"
            onClick={() => {
              setSecret('');
              goTo('webhooks', created);
            }}
          >
            I have it
          </Button>
        </div>
      </Page>
    );
  }
  return (
    <Page title="New webhook">
      {isRestored && <Restored missing="The address and the secret are not kept: enter them again." />}
      <Failure error={error} issues={issues.size > 0 ? [] : explainError(error).issues} />
      <Loading of={kinds}>
        {(value) => (
          <form
            aria-label="Webhook"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void creating.run();
            }}
          >
            <WebhookFields
              entries={entries}
              onChange={(next) => {
                setEntries(next);
                keepWebhookDraft(DRAFT, next);
              }}
              kinds={value}
              issues={issues}
              exists={false}
            />
            <div class={`field ${issues.has('secret') ? 'invalid' : ''}`}>
              <label for="webhook-secret">
                Secret<span class="fine"> optional</span>
              </label>
              <div class="with-button">
                <input
                  id="webhook-secret"
                  type="password"
                  autoComplete="new-password"
                  value={secret}
                  onInput={(event) => setSecret(event.currentTarget.value)}
                  {...describedField('webhook-secret', issues.get('secret'), 'webhook-secret-help')}
                />
                <Button onClick={() => setSecret(randomSecret())}>Make one</Button>
              </div>
              <Issue field="webhook-secret" text={issues.get('secret')} />
              <p class="help" id="webhook-secret-help">
                Signs the deliveries, so that the receiver can verify where they come from.
              </p>
            </div>
            <div class="actions">
              <Button kind="primary" type="submit" isBusy={creating.isRunning}>
                Create
              </Button>
              <Button isBusy={trying.isRunning} onClick={() => void trying.run()}>
                Send a test first
              </Button>
            </div>
          </form>
        )}
      </Loading>
      {result && <TestResult result={result} hasSecret={secret !== ''} />}
    </Page>
  );
}

function TestResult({ result, hasSecret }: { readonly result: WebhookTest; readonly hasSecret: boolean }) {
  const { succeeded, statusCode, response, durationMs } = result;
  const hint = responseHint(statusCode, hasSecret);
  return (
    <section role="status" aria-label="Result of the test">
      <div class="section-head">
        <h2>The receiver responded</h2>
        <Status state={succeeded ? 'passed' : 'failed'} text={`${statusCode} in ${durationMs} ms`} />
      </div>
      {hint && <p class="notice warn">{hint}</p>}
      <Code title="Response" text={JSON.stringify(response, null, 2)} />
    </section>
  );
}
