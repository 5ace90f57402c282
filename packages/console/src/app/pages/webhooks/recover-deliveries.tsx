import { recoverDeliveries } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { announce } from '../../service/announce.ts';
import { client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';

/** Retries deliveries that failed for good while a receiver was unavailable. */
export function RecoverDeliveries({ id }: { readonly id: number }) {
  const [since, setSince] = useState('');
  const [recovered, setRecovered] = useState<number>();
  const recovering = useAction(async () => {
    const response = await recoverDeliveries({ client, path: { id }, body: { since: new Date(since).toISOString() } });
    setRecovered(response.recovered);
    announce(`${response.recovered} deliveries are queued again`);
  });
  return (
    <details>
      <summary>Retry deliveries that failed for good</summary>
      <form
        aria-label="Recover deliveries"
        onSubmit={(event) => {
          event.preventDefault();
          void recovering.run();
        }}
      >
        <Failure error={recovering.error} />
        <div class="field">
          <label for="recover-since">Failed for good at or after</label>
          <input
            id="recover-since"
            type="datetime-local"
            required
            value={since}
            onInput={(event) => setSince(event.currentTarget.value)}
          />
        </div>
        <div class="actions">
          <Button type="submit" isBusy={recovering.isRunning} disabled={since === ''}>
            Send again
          </Button>
          {recovered !== undefined && (
            <span role="status">
              {recovered === 0
                ? 'No delivery has failed for good since then.'
                : `${recovered} deliveries are queued again.`}
            </span>
          )}
        </div>
      </form>
    </details>
  );
}
