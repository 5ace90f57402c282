import { tenantsIn } from '../../kernel/reads/tenants-in.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import type { AllTenantsStore, AllTenantsTransaction } from '../../ports/store/store.ts';
import type { NewOwnedRow, OwnedRow } from '../../ports/store/tables.ts';
import { addStored, createTally, encodeTally } from './delivery-tally.ts';
import { startOfSpan } from './spans.ts';
import { ALL_WEBHOOKS } from './write-tallies.ts';

/** Maximum number of rows in one transaction, because large ones would delay deliveries. */
const SLICE = 500;

/** The columns of the index of statistics. */
const STATISTICS_BY_WEBHOOK = [
  ['tenant', 'asc'],
  ['span', 'asc'],
  ['webhookId', 'asc'],
  ['startsAt', 'asc'],
] as const;

/**
 * Replaces the minutes of past hours by one row for each webhook and hour. The last hour keeps its minutes. Rows of webhooks that
 * no longer exist are removed. In slices, tenant by tenant.
 *
 * @returns the number of removed rows.
 */
export async function foldMinutes(store: AllTenantsStore, now: number, signal: AbortSignal): Promise<number> {
  const before = startOfSpan(now - HOUR_MS, HOUR_MS);
  let folded = 0;
  for await (const tenant of tenantsIn(store, 'deliveryStatistics', STATISTICS_BY_WEBHOOK, signal)) {
    let from = ALL_WEBHOOKS;
    for (let full = true; full && !signal.aborted; ) {
      const rows = await store.transaction((transaction) => foldSome(transaction, { tenant, from, before }));
      folded += rows.length;
      from = rows.at(-1)?.webhookId ?? from;
      full = rows.length === SLICE;
    }
  }
  return folded;
}

/** The minutes to fold: of a tenant, from a webhook on, before a time. */
interface FoldRange {
  readonly tenant: string;
  readonly from: number;
  readonly before: number;
}

async function foldSome(
  transaction: AllTenantsTransaction,
  { tenant, from, before }: FoldRange,
): Promise<readonly OwnedRow<'deliveryStatistics'>[]> {
  const rows = await transaction.find('deliveryStatistics', {
    where: { tenant, span: 'minute', webhookId: { gte: from }, startsAt: { lt: before } },
    orderBy: [
      ['webhookId', 'asc'],
      ['startsAt', 'asc'],
    ],
    limit: SLICE,
    lock: 'update',
  });
  if (rows.length === 0) return rows;
  const ids = [...new Set(rows.map(({ webhookId }) => webhookId))];
  const webhooks = await transaction.find('webhooks', { where: { id: { in: ids }, state: { not: 'deleted' } } });
  const kept = new Set([ALL_WEBHOOKS, ...webhooks.map(({ id }) => id)]);
  const hours = hoursOf(rows.filter(({ webhookId }) => kept.has(webhookId)));
  if (hours.length > 0) await transaction.insertOwned('deliveryStatistics', hours);
  await transaction.remove('deliveryStatistics', { id: { in: rows.map(({ id }) => id) } });
  return rows;
}

function hoursOf(rows: readonly OwnedRow<'deliveryStatistics'>[]): readonly NewOwnedRow<'deliveryStatistics'>[] {
  const hours = Map.groupBy(rows, ({ webhookId, startsAt }) => `${webhookId} ${startOfSpan(startsAt, HOUR_MS)}`);
  return [...hours.values()].map((minutes) => {
    const tally = createTally();
    for (const minute of minutes) addStored(tally, minute.tally);
    const { tenant, webhookId, startsAt } = minutes[0] as OwnedRow<'deliveryStatistics'>;
    return { tenant, webhookId, span: 'hour', startsAt: startOfSpan(startsAt, HOUR_MS), tally: encodeTally(tally) };
  });
}
