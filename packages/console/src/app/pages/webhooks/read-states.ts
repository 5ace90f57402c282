/** The number of states that are requested at a time: browsers open six connections, and the rest of the page needs one. */
const AT_ONCE = 4;

interface StateReading {
  readonly ask: (id: number) => Promise<string>;
  /** Receives each state when it arrives. */
  readonly onState: (id: number, state: string) => void;
  /** Returns true if the states are no longer needed. */
  readonly isOver: () => boolean;
}

/** Requests the states of webhooks, a few at a time. */
export async function readStates(ids: readonly number[], { ask, onState, isOver }: StateReading): Promise<void> {
  const waiting = [...ids];
  const askOn = async () => {
    for (let id = waiting.shift(); id !== undefined && !isOver(); id = waiting.shift()) {
      const state = await ask(id);
      if (!isOver()) onState(id, state);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
}
