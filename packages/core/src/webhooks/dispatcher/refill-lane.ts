import type { StoreTransaction } from '../../ports/store/store.ts';
import type { NewRow, Row } from '../../ports/store/tables.ts';
import { discardSome } from '../lanes/discard-some.ts';
import { FOLLOWING } from '../lanes/held-in.ts';
import type { HoldReason } from './put-aside.ts';

/** What a lane is refilled with, and how much of it may be. */
export interface Refill {
  /** As it was locked. */
  readonly lane: Row<'lanes'>;
  /** Deliveries that may still wait in it. */
  readonly room: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Deliveries that are taken up at once. */
const SLICE = 1000;
/** Those that had been given up, at once: what is new should not wait long behind them. */
const RECOVERED_SLICE = 100;

/** Whether there is anything to refill a lane with. */
export function hasMore({ overflow, recovering, discardThrough }: Row<'lanes'>): boolean {
  return overflow > 0 || recovering > 0 || discardThrough !== null;
}

/**
 * Takes up, oldest first, what is held and follows by itself; what was given up once comes after it. What is to be discarded is cancelled
 * before. A part of it each time. The lane must be locked.
 *
 * @returns when the lane is due again, in milliseconds since 1970; null when nothing follows now.
 */
export async function refillLane(transaction: StoreTransaction, { lane, room, now }: Refill): Promise<number | null> {
  const { overflow, recovering, discardThrough } = lane;
  if (discardThrough !== null) {
    await discardSome(transaction, lane, { isActive: true, now });
    return now;
  }
  if (overflow > 0) {
    const limit = Math.min(SLICE, room);
    const taken = await takeUp(transaction, lane.webhookId, { reasons: FOLLOWING, limit, now });
    // The count is what the rows say, whatever became of them meanwhile.
    await count(transaction, lane, { pending: taken, overflow: taken < limit ? -overflow : -taken });
    if (taken > 0 || recovering === 0) return taken > 0 ? now : null;
  }
  const limit = Math.min(RECOVERED_SLICE, room);
  const taken = await takeUp(transaction, lane.webhookId, { reasons: ['recover'], limit, now });
  await count(transaction, lane, { pending: taken, recovering: taken < limit ? -recovering : -taken });
  return taken > 0 ? now : null;
}

async function takeUp(
  transaction: StoreTransaction,
  webhookId: number,
  { reasons, limit, now }: { readonly reasons: readonly HoldReason[]; readonly limit: number; readonly now: number },
): Promise<number> {
  if (limit <= 0) return 0;
  const rows = await transaction.find('deliveries', {
    where: { webhookId, status: 'held', holdReason: { in: [...reasons] } },
    orderBy: [['id', 'asc']],
    limit,
    lock: 'update',
  });
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) {
    await transaction.update('deliveries', { id: { in: ids } }, { status: 'pending', holdReason: null, dueAt: now });
  }
  return ids.length;
}

type Counts = Partial<Record<'pending' | 'overflow' | 'recovering' | 'held', number>>;

async function count(transaction: StoreTransaction, { webhookId }: Row<'lanes'>, changes: Counts): Promise<void> {
  const patch = Object.fromEntries(
    Object.entries(changes).flatMap(([name, change]) => (change === 0 ? [] : [[name, { increment: change }]])),
  ) as Partial<Record<keyof Counts & keyof NewRow<'lanes'>, { increment: number }>>;
  if (Object.keys(patch).length > 0) await transaction.update('lanes', { webhookId }, patch);
}
