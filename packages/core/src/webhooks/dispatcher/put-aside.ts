import type { StoreTransaction } from '../../ports/store/store.ts';

/** Why a delivery is held. */
export type HoldReason = 'paused' | 'disabled' | 'permission' | 'backlog';

/** What becomes of what waits: held deliveries may be taken up again, cancelled ones may not. */
export type Aside = { readonly status: 'held'; readonly reason: HoldReason } | { readonly status: 'cancelled' };

/** Why the deliveries of a webhook in this state are held. */
export function holdReasonOf(state: string): HoldReason {
  return state === 'paused' ? 'paused' : 'disabled';
}

/**
 * Takes what waits for a webhook out of its lane. The lane must be locked.
 *
 * @param now - milliseconds since 1970.
 */
export async function putAside(
  transaction: StoreTransaction,
  webhookId: number,
  aside: Aside,
  now: number,
): Promise<void> {
  await transaction.update(
    'deliveries',
    { webhookId, status: 'pending' },
    aside.status === 'cancelled' ? { status: 'cancelled', doneAt: now } : { status: 'held', holdReason: aside.reason },
  );
  await transaction.update('lanes', { webhookId }, { pending: 0, nextDueAt: null });
}
