import { createIntervalTask } from '../../../kernel/lifetime/interval-task.ts';
import { takeLease } from '../../../kernel/lifetime/take-lease.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { JobQueue } from '../../../ports/job-queue.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Store } from '../../../ports/store/store.ts';
import type { SettingsService } from '../../../settings/settings-service.ts';
import type { DeliveryEventSink } from '../../events/delivery-events.ts';
import { expireHeld } from './expire-held.ts';
import { pruneHistory } from './prune.ts';

/** Dependencies of {@link createRetention}. */
export interface RetentionDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly queue: JobQueue;
  readonly settings: Pick<SettingsService, 'current'>;
  readonly events: DeliveryEventSink;
  readonly logger: Logger;
  readonly nodeId: string;
}

/** Keeps the history from growing without end. */
export interface Retention {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The name of the wake-ups, and of the lease that lets one node alone do the work. */
const RETENTION = 'webhook-retention';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Makes the retention of a node: once an hour, on one node, as long as the settings say. */
export function createRetention(dependencies: RetentionDependencies): Retention {
  const { store, clock, settings, events, logger } = dependencies;
  const round = async (signal: AbortSignal): Promise<void> => {
    if (!(await takeLease(dependencies, RETENTION, HOUR_MS / 2))) return;
    const { webhookRetentionDays } = await settings.current();
    const now = clock.now();
    const { failed: days } = webhookRetentionDays;
    for (const expired of await expireHeld(store, { now, before: now - days * DAY_MS }, signal)) {
      events.emit('webhook.expired', { ...expired, days });
      logger.warn('Deliveries that were held for too long were cancelled.', { ...expired });
    }
    const forgotten = await pruneHistory(store, now, webhookRetentionDays, signal);
    if (forgotten.attempts + forgotten.events > 0) logger.info('Old deliveries were pruned.', { ...forgotten });
  };

  const recurring = createIntervalTask(dependencies, {
    name: RETENTION,
    everyMs: HOUR_MS,
    work: round,
    onError: (error) =>
      logger.error('Pruning old deliveries failed.', {
        error: error instanceof Error ? error.message : String(error),
      }),
  });
  return { start: async () => recurring.start(), stop: () => recurring.stop() };
}
