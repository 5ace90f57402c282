import { Button } from '../../components/button.tsx';
import { Code } from '../../components/code.tsx';
import { Page } from '../../components/page.tsx';

interface CreatedWebhookProps {
  readonly secret: string;
  /** Called when the user has copied the secret. */
  readonly onCopied: () => void;
}

/** The secret of a new webhook, which is shown once. */
export function CreatedWebhook({ secret, onCopied }: CreatedWebhookProps) {
  return (
    <Page title="The webhook was created">
      <p>Copy this secret to the receiver now: it is not shown again.</p>
      <Code title="Secret" text={secret} />
      <div class="actions">
        <Button kind="primary" onClick={onCopied}>
          I have it
        </Button>
      </div>
    </Page>
  );
}
