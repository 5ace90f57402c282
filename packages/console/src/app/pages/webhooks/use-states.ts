import { getWebhook, type Webhook } from '@portcullis/client';
import { useEffect, useState } from 'preact/hooks';
import { client, noticeFailure } from '../../service/session.ts';
import { readStates } from './read-states.ts';
import { webhookState } from './webhook-state.ts';

/** The states of the webhooks that are shown, as they come. Turning the page stops asking for those that are not. */
export function useStates(shown: readonly Webhook[], listed: unknown): ReadonlyMap<number, string> {
  const [states, setStates] = useState<ReadonlyMap<number, string>>(new Map());
  const ids = shown.map(({ id }) => id);
  useEffect(() => {
    let isOver = false;
    void readStates(ids, {
      ask,
      onState: (id, state) => setStates((before) => new Map(before).set(id, state)),
      isOver: () => isOver,
    });
    return () => {
      isOver = true;
    };
    // A list that was read again is asked about again; the states before stay until then.
  }, [ids.join(), listed]);
  return states;
}

/** The state of one webhook; unknown where it cannot be had. */
async function ask(id: number): Promise<string> {
  try {
    return webhookState(await getWebhook({ client, path: { id } })).state;
  } catch (error) {
    noticeFailure(error);
    return 'unknown';
  }
}
