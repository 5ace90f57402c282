import type { AllTenantsStore } from '../../ports/store/store.ts';
import type { NewOwnedRow } from '../../ports/store/tables.ts';
import { addTally, createTally, type DeliveryTally, encodeTally } from './delivery-tally.ts';

/** The tally of one webhook in one minute. */
export interface MinuteTally {
  readonly tenant: string;
  readonly webhookId: number;
  /** The beginning of the minute, in milliseconds since 1970. */
  readonly startsAt: number;
  readonly tally: DeliveryTally;
}

/** The webhook id of the rows for all webhooks of a tenant. */
export const ALL_WEBHOOKS = 0;

/**
 * Adds tallies to the store, for each webhook and for all webhooks of its tenant, in one statement. The tallies of removed
 * webhooks count for their tenant only, and those of removed tenants are dropped. The lock on the webhooks makes a removal
 * wait, because it would not find rows that are added later.
 */
export async function writeTallies(store: AllTenantsStore, tallies: readonly MinuteTally[]): Promise<void> {
  await store.transaction(
    async (transaction) => {
      const ids = [...new Set(tallies.map(({ webhookId }) => webhookId))];
      const webhooks = await transaction.find('webhooks', { where: { id: { in: ids } }, lock: 'update' });
      const known = new Map(webhooks.map(({ id, state }) => [id, state]));
      const owned = tallies.filter(({ webhookId }) => known.has(webhookId));
      const kept = owned.filter(({ webhookId }) => known.get(webhookId) !== 'deleted');
      await transaction.insertOwned('deliveryStatistics', [...kept, ...totalsOf(owned)].map(toRow));
    },
    { brief: true },
  );
}

function totalsOf(tallies: readonly MinuteTally[]): readonly MinuteTally[] {
  const totals = new Map<string, MinuteTally>();
  for (const { tenant, startsAt, tally } of tallies) {
    const key = `${startsAt} ${tenant}`;
    const total = totals.get(key) ?? { tenant, webhookId: ALL_WEBHOOKS, startsAt, tally: createTally() };
    addTally(total.tally, tally);
    totals.set(key, total);
  }
  return [...totals.values()];
}

function toRow({ tenant, webhookId, startsAt, tally }: MinuteTally): NewOwnedRow<'deliveryStatistics'> {
  return { tenant, webhookId, span: 'minute', startsAt, tally: encodeTally(tally) };
}
