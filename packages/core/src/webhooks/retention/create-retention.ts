import { takeLease } from '../../lifetime/take-lease.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Store } from '../../ports/store/store.ts';
import type { SettingsService } from '../../settings/settings-service.ts';
import { forgetOld } from './forget-old.ts';

/** What {@link createRetention} works with. */
export interface RetentionDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly queue: JobQueue;
  readonly settings: Pick<SettingsService, 'current'>;
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

/** Makes the retention of a node: once an hour, on one node, as long as the settings say. */
export function createRetention(dependencies: RetentionDependencies): Retention {
  const { store, clock, queue, settings, logger } = dependencies;
  let stopHandling: (() => Promise<void>) | undefined;

  const wake = (): Promise<void> => queue.wake({ name: RETENTION, key: 'all', at: clock.now() + HOUR_MS });
  const round = async (signal: AbortSignal): Promise<void> => {
    if (!(await takeLease(dependencies, RETENTION, HOUR_MS / 2))) return;
    const { webhookRetentionDays } = await settings.current();
    const forgotten = await forgetOld(store, clock.now(), webhookRetentionDays, signal);
    if (forgotten.attempts + forgotten.events > 0) logger.info('Old deliveries were forgotten.', { ...forgotten });
  };

  return {
    async start() {
      stopHandling = queue.handle(RETENTION, async (_key, signal) => {
        await round(signal).catch((error: unknown) => {
          logger.error('Forgetting old deliveries failed.', {
            error: error instanceof Error ? error.message : String(error),
          });
        });
        if (!signal.aborted) await wake();
      });
      await wake();
    },
    async stop() {
      await stopHandling?.();
    },
  };
}
