/** The number of states that are requested at a time: browsers open six connections, and the rest of the page needs one. */
const MAX_CONCURRENT_REQUESTS = 4;

interface StateReading {
  readonly fetchState: (id: number) => Promise<string>;
  /** Receives each state when it arrives. */
  readonly onState: (id: number, state: string) => void;
  /** Returns true if the states are no longer needed. */
  readonly isCancelled: () => boolean;
}

/** Requests the states of webhooks, a few at a time. */
export async function readStates(
  ids: readonly number[],
  { fetchState, onState, isCancelled }: StateReading,
): Promise<void> {
  const waiting = [...ids];
  const fetchNext = async () => {
    for (let id = waiting.shift(); id !== undefined && !isCancelled(); id = waiting.shift()) {
      const state = await fetchState(id);
      if (!isCancelled()) onState(id, state);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, fetchNext));
}
