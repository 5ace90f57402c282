import type { StoreTransaction } from '../../ports/store/store.ts';
import type { WebhookChange } from './webhook-change-input.ts';

/** What becomes of held deliveries. */
export interface TakingUp {
  readonly held: WebhookChange['held'];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether those go on, too, that were held because the owner lacked the permission. */
  readonly permitted: boolean;
}

/**
 * Takes up what was held for a webhook, or discards it. What was held because the lane was full follows by itself. The lane
 * must be locked.
 */
export async function takeUpHeld(
  transaction: StoreTransaction,
  webhookId: number,
  { held, now, permitted }: TakingUp,
): Promise<void> {
  const cancelled = { status: 'cancelled', doneAt: now };
  const all = { webhookId, status: 'held' };
  if (held === 'discard') {
    await transaction.update('deliveries', all, cancelled);
    await transaction.update('lanes', { webhookId }, { overflow: 0 });
    return;
  }
  if (held !== 'resume') await transaction.update('deliveries', { ...all, createdAt: { lt: held.since } }, cancelled);
  const reasons = ['paused', 'disabled', ...(permitted ? ['permission'] : [])];
  const taken = await transaction.update(
    'deliveries',
    { ...all, holdReason: { in: reasons } },
    { status: 'pending', holdReason: null, dueAt: now },
  );
  await transaction.update('lanes', { webhookId }, { pending: { increment: taken }, nextDueAt: now });
}
