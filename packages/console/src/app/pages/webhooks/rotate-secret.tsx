import { updateWebhook } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Code } from '../../components/code.tsx';
import { Failure } from '../../components/failure.tsx';
import { announce } from '../../service/announce.ts';
import { randomSecret } from '../../service/random-key.ts';
import { client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';

/**
 * Replaces the secret that signs deliveries. For a while deliveries have both signatures, so that receivers reject
 * none.
 */
export function RotateSecret({ id }: { readonly id: number }) {
  const [hours, setHours] = useState('24');
  const [shown, setShown] = useState<{ readonly secret: string; readonly hours: string }>();
  // If the response is lost, a repetition sends the same secret: another one would end the signatures with the previous secret.
  const [secret, setSecret] = useState(randomSecret);
  const rotating = useAction(async () => {
    await updateWebhook({ client, path: { id }, body: { secret, secretOverlapHours: Number(hours) } });
    setShown({ secret, hours });
    setSecret(randomSecret());
    announce('The secret was rotated');
  });
  if (shown) {
    return (
      <section aria-labelledby="secret-heading">
        <h2 id="secret-heading">The new secret</h2>
        <p>
          Copy it to the receiver now: it is not shown again. Deliveries are also signed with the previous secret, for{' '}
          {shown.hours} hours.
        </p>
        <Code title="Secret" text={shown.secret} />
        <div class="actions">
          <Button kind="primary" onClick={() => setShown(undefined)}>
            I have it
          </Button>
        </div>
      </section>
    );
  }
  return (
    <form
      aria-label="Rotate the secret"
      onSubmit={(event) => {
        event.preventDefault();
        void rotating.run();
      }}
    >
      <p>
        A new secret is generated and shown once. The previous one stays valid for a while, so that no delivery is
        refused meanwhile.
      </p>
      <Failure error={rotating.error} />
      <div class="field">
        <label for="overlap">Hours for which both are valid</label>
        <input
          id="overlap"
          type="number"
          min={0}
          max={168}
          value={hours}
          onInput={(event) => setHours(event.currentTarget.value)}
        />
      </div>
      <div class="actions">
        <Button kind="primary" type="submit" isBusy={rotating.isRunning}>
          Generate a new secret
        </Button>
      </div>
    </form>
  );
}
