import { Button } from '../../components/button.tsx';
import { describedField } from '../../components/described-field.ts';
import { Issue } from '../../components/issue.tsx';
import { randomSecret } from '../../service/random-key.ts';

interface WebhookSecretFieldProps {
  readonly secret: string;
  readonly onChange: (secret: string) => void;
  /** The problem that the service reports for the secret. */
  readonly issue: string | undefined;
}

/** The field for the secret of a new webhook, which can be generated. */
export function WebhookSecretField({ secret, onChange, issue }: WebhookSecretFieldProps) {
  return (
    <div class={`field ${issue === undefined ? '' : 'invalid'}`}>
      <label for="webhook-secret">
        Secret<span class="fine"> optional</span>
      </label>
      <div class="with-button">
        <input
          id="webhook-secret"
          type="password"
          autoComplete="new-password"
          value={secret}
          onInput={(event) => onChange(event.currentTarget.value)}
          {...describedField('webhook-secret', issue, 'webhook-secret-help')}
        />
        <Button onClick={() => onChange(randomSecret())}>Make one</Button>
      </div>
      <Issue field="webhook-secret" text={issue} />
      <p class="help" id="webhook-secret-help">
        Signs the deliveries, so that the receiver can verify where they come from.
      </p>
    </div>
  );
}
