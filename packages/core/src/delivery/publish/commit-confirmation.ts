import { AsyncLocalStorage } from 'node:async_hooks';
import { createBatchedRead } from '../../kernel/reads/batched-read.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';

/** Returns whether the event with this public id is committed. */
export type ConfirmCommit = (publicId: string) => Promise<boolean>;

/** Maximum number of events that one query counts. */
const MAX_BATCH = 500;

/**
 * Creates the confirmation of publications in transactions of the host. After the commit of such a transaction, an event can be
 * missing, because the host may have rolled back to a savepoint. Events that are confirmed at the same moment share a query.
 */
export function createCommitConfirmation(store: Pick<AllTenantsStore, 'count'>): ConfirmCommit {
  const detached = AsyncLocalStorage.snapshot();
  const isCommitted = createBatchedRead<string, boolean>(async (publicIds) => {
    const committed = new Set<string>();
    for (let from = 0; from < publicIds.length; from += MAX_BATCH) {
      const found = await findCommitted(store, publicIds.slice(from, from + MAX_BATCH));
      for (const publicId of found) committed.add(publicId);
    }
    return (publicId) => committed.has(publicId);
  });
  return (publicId) => detached(isCommitted, publicId);
}

/**
 * Returns the public ids whose events exist. It counts all events at once, since most often none is missing; otherwise it halves
 * them until it knows the missing ones.
 */
async function findCommitted(
  store: Pick<AllTenantsStore, 'count'>,
  publicIds: readonly string[],
): Promise<readonly string[]> {
  const found = await store.count('events', { publicId: { in: publicIds } });
  if (found === publicIds.length) return publicIds;
  if (found === 0) return [];
  const middle = Math.ceil(publicIds.length / 2);
  const first = await findCommitted(store, publicIds.slice(0, middle));
  return [...first, ...(await findCommitted(store, publicIds.slice(middle)))];
}
