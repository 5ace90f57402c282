import { errorMessage } from '../../../kernel/errors/error-message.ts';
import { ofTenant } from '../../../kernel/events/typed-events.ts';
import { createIntervalTask } from '../../../kernel/lifetime/interval-task.ts';
import { takeLease } from '../../../kernel/lifetime/take-lease.ts';
import { HOUR_MS } from '../../../kernel/time/durations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { JobQueue } from '../../../ports/job-queue.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Store } from '../../../ports/store/store.ts';
import type { TenantSettings } from '../../../settings/tenant-settings.ts';
import type { DeliveryEventSink } from '../../events/delivery-events.ts';
import { foldMinutes } from '../../statistics/fold-minutes.ts';
import { pruneStatistics } from '../../statistics/prune-statistics.ts';
import { expireHeld } from './expire-held.ts';
import { pruneHistory } from './prune.ts';

/** Dependencies of {@link createRetention}. */
export interface RetentionDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly queue: JobQueue;
  readonly settings: Pick<TenantSettings, 'of'>;
  readonly events: DeliveryEventSink;
  readonly logger: Logger;
  readonly nodeId: string;
}

/** The retention of the history, which limits its growth. */
export interface Retention {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The name of the wake-ups, and of the lease with which a single node does the work. */
const RETENTION = 'webhook-retention';

/**
 * Creates the retention of a node: it runs once an hour, on one node, with the periods of the settings. It also folds the
 * statistics of deliveries and removes old ones; they do not depend on the history. Expired idempotency keys and secrets are removed.
 */
export function createRetention(dependencies: RetentionDependencies): Retention {
  const { store, clock, settings, events, logger } = dependencies;
  const { allTenants } = store;
  const round = async (signal: AbortSignal): Promise<void> => {
    if (!(await takeLease(dependencies, RETENTION, HOUR_MS / 2))) return;
    const now = clock.now();
    await allTenants.remove('idempotencyKeys', { expiresAt: { lte: now } });
    // The previous secrets of webhooks, whose overlap with the current ones has ended.
    await allTenants.remove('secrets', { status: 'retiring', expiresAt: { lte: now } });
    const daysOf = async (tenant: string) => (await settings.of(tenant)).webhookRetentionDays;
    for (const { tenant, ...expired } of await expireHeld(allTenants, { now, daysOf }, signal)) {
      events.emit('webhook.expired', { ...ofTenant(tenant), ...expired });
      logger.warn('Deliveries that were held for too long were cancelled.', {
        ...ofTenant(tenant),
        webhookId: expired.webhookId,
        count: expired.count,
      });
    }
    const pruned = await pruneHistory(allTenants, { now, daysOf }, signal);
    await foldMinutes(allTenants, now, signal);
    await pruneStatistics(allTenants, now, signal);
    if (pruned.attempts + pruned.events > 0) logger.info('Old deliveries were pruned.', { ...pruned });
  };

  const recurring = createIntervalTask(dependencies, {
    name: RETENTION,
    everyMs: HOUR_MS,
    work: round,
    onError: (error) =>
      logger.error('Pruning old deliveries failed.', {
        error: errorMessage(error),
      }),
  });
  return { start: async () => recurring.start(), stop: () => recurring.stop() };
}
