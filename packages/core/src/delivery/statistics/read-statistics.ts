import { HOUR_MS, MINUTE_MS } from '../../kernel/time/durations.ts';
import { isoTime } from '../../kernel/time/iso-time.ts';
import type { RowOperations } from '../../ports/store/store.ts';
import type { DeliveryCounts, DeliveryStatisticsView, StatisticsRange } from '../views/delivery-statistics-view.ts';
import { addStored, createTally, type DeliveryTally } from './delivery-tally.ts';
import { latencyQuantile } from './latency-histogram.ts';
import { startOfSpan } from './spans.ts';

/** The steps of each range. The minutes of the last hour are not yet folded into hours. */
const RANGES: Readonly<Record<StatisticsRange, { readonly stepMs: number; readonly steps: number }>> = {
  hour: { stepMs: MINUTE_MS, steps: 60 },
  day: { stepMs: HOUR_MS, steps: 24 },
  week: { stepMs: 6 * HOUR_MS, steps: 28 },
};

/** The statistics to read. */
export interface StatisticsSelection {
  /** A webhook, or `ALL_WEBHOOKS`. */
  readonly webhookId: number;
  readonly range: StatisticsRange;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Reads the statistics of one webhook, or of all webhooks of the tenant. */
export async function readStatistics(
  store: Pick<RowOperations, 'find'>,
  { webhookId, range, now }: StatisticsSelection,
): Promise<DeliveryStatisticsView> {
  const { stepMs, steps } = RANGES[range];
  const from = startOfSpan(now, stepMs) - (steps - 1) * stepMs;
  const rows = await store.find('deliveryStatistics', {
    where: {
      span: range === 'hour' ? 'minute' : { in: ['hour', 'minute'] },
      webhookId,
      startsAt: { gte: from, lt: from + steps * stepMs },
    },
  });
  const total = createTally();
  const tallies = Array.from({ length: steps }, createTally);
  for (const { startsAt, tally } of rows) {
    addStored(total, tally);
    addStored(tallies[Math.floor((startsAt - from) / stepMs)] as DeliveryTally, tally);
  }
  return {
    range,
    stepMinutes: stepMs / MINUTE_MS,
    total: countsOf(total),
    steps: tallies.map((tally, index) => ({ startsAt: isoTime(from + index * stepMs), ...countsOf(tally) })),
  };
}

function countsOf({ attempts, exhausted, latency }: DeliveryTally): DeliveryCounts {
  const p50 = latencyQuantile(latency, 0.5);
  const p95 = latencyQuantile(latency, 0.95);
  return {
    attempts,
    exhausted,
    ...(p50 !== undefined && p95 !== undefined && { latency: { p50Ms: rounded(p50), p95Ms: rounded(p95) } }),
  };
}

/** Rounds to two significant digits: more would be noise. */
function rounded(milliseconds: number): number {
  return Number(milliseconds.toPrecision(2));
}
