import { getWebhook, type Webhook } from '@portcullis/client';
import { useEffect, useState } from 'preact/hooks';
import { client, handleRefusedKey } from '../../service/session.ts';
import { readStates } from './read-states.ts';
import { webhookState } from './webhook-state.ts';

/** Returns the states of the shown webhooks as they arrive. A change of page stops requests for the others. */
export function useWebhookStates(shown: readonly Webhook[], listed: unknown): ReadonlyMap<number, string> {
  const [states, setStates] = useState<ReadonlyMap<number, string>>(new Map());
  const ids = shown.map(({ id }) => id);
  useEffect(() => {
    let isCancelled = false;
    void readStates(ids, {
      fetchState,
      onState: (id, state) => setStates((before) => new Map(before).set(id, state)),
      isCancelled: () => isCancelled,
    });
    return () => {
      isCancelled = true;
    };
    // The states of a reloaded list are requested again; earlier states stay until then.
  }, [ids.join(), listed]);
  return states;
}

/** Returns the state of one webhook; unknown if it cannot be read. */
async function fetchState(id: number): Promise<string> {
  try {
    return webhookState(await getWebhook({ client, path: { id } })).state;
  } catch (error) {
    handleRefusedKey(error);
    return 'unknown';
  }
}
