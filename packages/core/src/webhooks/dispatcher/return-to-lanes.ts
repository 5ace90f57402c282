import type { StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { DeliveryOptions } from '../endpoint-health/delivery-options.ts';
import type { Decision } from '../retry-policy/decide.ts';
import { type Aside, holdReasonOf } from './put-aside.ts';
import type { EndedDelivery } from './settle.ts';

interface Return extends EndedDelivery {
  readonly decision: Decision;
}

/**
 * Puts deliveries that are to be tried again back into their lanes. Where the webhook was paused or disabled meanwhile they
 * are held, where it was deleted cancelled. @param lanes - the locked lanes of their webhooks.
 */
export async function returnToLanes(
  transaction: StoreTransaction,
  cases: readonly Return[],
  lanes: ReadonlyMap<number, Row<'lanes'>>,
  now: number,
): Promise<void> {
  const returning = cases.filter(({ decision }) => decision.kind === 'retry' || decision.kind === 'released');
  const webhookIds = [...new Set(returning.map(({ claimed }) => claimed.webhook.id))].sort((a, b) => a - b);
  if (webhookIds.length === 0) return;
  const webhooks = await transaction.find('webhooks', { where: { id: { in: webhookIds } } });
  const states = new Map(webhooks.map(({ id, state }) => [id, state]));
  for (const webhookId of webhookIds) {
    const own = returning.filter(({ claimed }) => claimed.webhook.id === webhookId);
    const lane = lanes.get(webhookId);
    const aside = asideOf(lane, states.get(webhookId));
    for (const each of own) await returnOne(transaction, each, aside, now);
    if (aside?.status === 'held') {
      await transaction.update('lanes', { webhookId }, { held: { increment: own.length } });
    }
    if (!lane || aside) continue;
    const dueTimes = own.map(({ decision }) => dueAtOf(decision, now));
    const nextDueAt = Math.min(lane.nextDueAt ?? Number.POSITIVE_INFINITY, ...dueTimes);
    await transaction.update('lanes', { webhookId }, { pending: { increment: own.length }, nextDueAt });
  }
}

/** What becomes of deliveries whose webhook is not active any more; undefined where it is. */
function asideOf(lane: Row<'lanes'> | undefined, state: string | undefined): Aside | undefined {
  if (!lane || state === 'deleted') return { status: 'cancelled' };
  return state === undefined || state === 'active' ? undefined : { status: 'held', reason: holdReasonOf(state) };
}

async function returnOne(
  transaction: StoreTransaction,
  { claimed, attempt, decision }: Return,
  aside: Aside | undefined,
  now: number,
): Promise<void> {
  const { outcome } = attempt;
  const status = aside?.status ?? 'pending';
  // In a lane in order the first delivery stays the first: the lane waits, not the delivery.
  const { ordered = false } = claimed.webhook.options as DeliveryOptions;
  await transaction.update(
    'deliveries',
    { id: claimed.delivery.id },
    {
      status,
      holdReason: aside?.status === 'held' ? aside.reason : null,
      dueAt: ordered ? claimed.delivery.dueAt : dueAtOf(decision, now),
      leaseOwner: null,
      leaseUntil: null,
      ...(decision.kind === 'released' ? { attempts: { increment: -1 } } : {}),
      ...(outcome.kind === 'response' ? { lastStatusCode: outcome.statusCode } : {}),
      ...(status === 'cancelled' ? { doneAt: now } : {}),
    },
  );
}

function dueAtOf(decision: Decision, now: number): number {
  return decision.kind === 'retry' ? decision.dueAt : now;
}
