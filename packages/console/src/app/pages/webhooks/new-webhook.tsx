import { describeNotificationKinds, type WebhookTest } from '@portcullis/client';
import { Button } from '../../components/button.tsx';
import { Code } from '../../components/code.tsx';
import { Failure } from '../../components/failure.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { Status } from '../../components/status.tsx';
import { goTo } from '../../routing/current-route.ts';
import { explainError } from '../../service/explain-error.ts';
import { client } from '../../service/session.ts';
import { useLoad } from '../../service/use-load.ts';
import { RestoredDraftNotice } from '../restored-draft-notice.tsx';
import { CreatedWebhook } from './created-webhook.tsx';
import { refusalIssues } from './refusal-issues.ts';
import { responseHint } from './response-hint.ts';
import { useNewWebhook } from './use-new-webhook.ts';
import { WebhookFields } from './webhook-fields.tsx';
import { WebhookSecretField } from './webhook-secret-field.tsx';

/** Creates a webhook: it can be tested before it is stored, and its secret is shown once. */
export function NewWebhook() {
  const kinds = useLoad(() => describeNotificationKinds({ client }), 'described kinds');
  const { entries, change, isRestored, secret, setSecret, testing, result, creating, created, error } = useNewWebhook();
  const issues = refusalIssues(error);

  if (created !== undefined) {
    const leave = () => {
      setSecret('');
      goTo('webhooks', created);
    };
    return <CreatedWebhook secret={secret} onCopied={leave} />;
  }
  return (
    <Page title="New webhook">
      {isRestored && <RestoredDraftNotice missing="The address and the secret are not kept: enter them again." />}
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
            <WebhookFields entries={entries} onChange={change} kinds={value} issues={issues} exists={false} />
            <WebhookSecretField secret={secret} onChange={setSecret} issue={issues.get('secret')} />
            <div class="actions">
              <Button kind="primary" type="submit" isBusy={creating.isRunning}>
                Create
              </Button>
              <Button isBusy={testing.isRunning} onClick={() => void testing.run()}>
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
