import { AsyncLocalStorage } from 'node:async_hooks';
import type { AllTenantsStore } from '../../ports/store/store.ts';

/** Returns whether the event with this public id is committed. */
export type ConfirmCommit = (publicId: string) => Promise<boolean>;

interface Waiting {
  readonly publicId: string;
  readonly resolve: (isCommitted: boolean) => void;
  readonly reject: (reason: unknown) => void;
}

/** Maximum number of events that one query counts. */
const MAX_TOGETHER = 500;

/**
 * Creates the confirmation of publications in transactions of the host. After the commit of such a transaction, an event can be
 * missing, because the host may have rolled back to a savepoint. Events that are confirmed at the same moment share a query.
 */
export function createCommitConfirmation(store: Pick<AllTenantsStore, 'count'>): ConfirmCommit {
  const detached = AsyncLocalStorage.snapshot();
  let waiting: Waiting[] = [];

  /** Counts all events at once, since most often none is missing. Otherwise it halves them until it knows the missing ones. */
  const confirm = async (events: readonly Waiting[]): Promise<void> => {
    try {
      const found = await store.count('events', { publicId: { in: events.map(({ publicId }) => publicId) } });
      if (found === events.length || found === 0) return events.forEach(({ resolve }) => void resolve(found > 0));
    } catch (error) {
      return events.forEach(({ reject }) => void reject(error));
    }
    const middle = Math.ceil(events.length / 2);
    await confirm(events.slice(0, middle));
    await confirm(events.slice(middle));
  };

  const confirmWaiting = async (): Promise<void> => {
    while (waiting.length > 0) await confirm(waiting.splice(0, MAX_TOGETHER));
  };

  return (publicId) =>
    new Promise((resolve, reject) => {
      waiting = [...waiting, { publicId, resolve, reject }];
      if (waiting.length === 1) detached(queueMicrotask, () => void confirmWaiting());
    });
}
