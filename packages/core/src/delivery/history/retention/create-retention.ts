import { reportBackgroundError } from '../../../kernel/events/report-background-error.ts';
import { ofTenant } from '../../../kernel/events/typed-events.ts';
import { createIntervalTask } from '../../../kernel/lifetime/interval-task.ts';
import { takeLease } from '../../../kernel/lifetime/take-lease.ts';
import { HOUR_MS } from '../../../kernel/time/durations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { JobQueue } from '../../../ports/job-queue.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Store } from '../../../ports/store/store.ts';
import { pruneApiKeys } from '../../../security/api-keys/prune-api-keys.ts';
import type { TenantSettings } from '../../../settings/tenant-settings.ts';
import type { DeliveryEventSink } from '../../events/delivery-events.ts';
import { foldMinutes } from '../../statistics/fold-minutes.ts';
import { pruneStatistics } from '../../statistics/prune-statistics.ts';
import { expireHeld, type RetentionRules } from './expire-held.ts';
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

/** Milliseconds from the start until the first run: a node may not live for an hour. */
const FIRST_MS = 300_000;

/** The name of the wake-ups, and of the lease with which a single node does the work. */
const RETENTION = 'webhook-retention';

/**
 * Creates the retention of a node: it runs once an hour, on one node, with the periods of the settings, and five minutes after the start
 * if the last run is at least half an hour ago. It also folds the statistics of deliveries and removes old ones; they do not depend on
 * the history. Expired idempotency keys, secrets and API keys are removed.
 */
export function createRetention(dependencies: RetentionDependencies): Retention {
  const { store, clock, settings, events, logger } = dependencies;
  const { allTenants } = store;
  const removeExpired = async (now: number): Promise<void> => {
    await allTenants.remove('idempotencyKeys', { expiresAt: { lte: now } });
    // The previous secrets of webhooks, whose overlap with the current ones has ended.
    await allTenants.remove('secrets', { status: 'retiring', expiresAt: { lte: now } });
  };

  const prune = async (rules: RetentionRules, signal: AbortSignal): Promise<void> => {
    const pruned = await pruneHistory(allTenants, rules, signal);
    if (pruned.attempts + pruned.events > 0) logger.info('Old deliveries were pruned.', { ...pruned });
  };

  const expire = async (rules: RetentionRules, signal: AbortSignal): Promise<void> => {
    for (const { tenant, ...expired } of await expireHeld(allTenants, rules, signal)) {
      events.emit('webhook.expired', { ...ofTenant(tenant), ...expired });
      logger.warn('Deliveries that were held for too long were cancelled.', {
        ...ofTenant(tenant),
        webhookId: expired.webhookId,
        count: expired.count,
      });
    }
  };

  const failed = (error: unknown): void =>
    reportBackgroundError(dependencies, { task: RETENTION, line: 'Pruning old deliveries failed.' }, error);

  const round = async (signal: AbortSignal): Promise<void> => {
    if (!(await takeLease(dependencies, RETENTION, HOUR_MS / 2))) return;
    const now = clock.now();
    const daysOf = async (tenant: string) => (await settings.of(tenant)).webhookRetentionDays;
    const steps = [
      () => removeExpired(now),
      async () => void (await pruneApiKeys(allTenants, now, signal)),
      () => expire({ now, daysOf }, signal),
      () => prune({ now, daysOf }, signal),
      async () => void (await foldMinutes(allTenants, now, signal)),
      async () => void (await pruneStatistics(allTenants, now, signal)),
    ];
    for (const step of steps) {
      signal.throwIfAborted();
      // A step that fails each time must not keep the others from limiting their tables.
      await step().catch(failed);
    }
  };

  const recurring = createIntervalTask(dependencies, {
    name: RETENTION,
    everyMs: HOUR_MS,
    work: round,
    onError: failed,
  });
  let cancelFirst = (): void => {};
  return {
    async start() {
      recurring.start();
      cancelFirst = clock.after(FIRST_MS, () => void recurring.now());
    },
    async stop() {
      cancelFirst();
      await recurring.stop();
    },
  };
}
