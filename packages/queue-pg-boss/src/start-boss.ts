import type { PgBoss } from 'pg-boss';
import { isBoss, type PgBossQueueOptions } from './pg-boss-queue-options.ts';
import { suppressErrorsAfterEnd } from './suppress-errors-after-end.ts';

/** A running `PgBoss`. */
export interface RunningBoss {
  readonly boss: PgBoss;
  /** Stops it, unless it belongs to the host. */
  stop(): Promise<void>;
}

/** The defaults of an instance that the queue creates: few connections, no schedules, and immediate notifications. */
const DEFAULTS = {
  application_name: 'portcullis-queue',
  max: 3,
  schedule: false,
  useListenNotify: true,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5000,
  stream: suppressErrorsAfterEnd,
};

/** Maximum duration of a stop, in milliseconds. */
const STOP_MS = 5000;

/**
 * Starts a `PgBoss`, or uses that of the host. `pg-boss` is loaded here, and only if the queue creates the instance.
 */
export async function startBoss({ boss: provided = {}, connectionString }: PgBossQueueOptions): Promise<RunningBoss> {
  if (isBoss(provided)) return { boss: provided, stop: async () => {} };
  const { PgBoss } = await import('pg-boss');
  const entries = Object.entries({ ...provided, ...(connectionString !== undefined && { connectionString }) });
  // An option that is undefined has its default.
  const options = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  const boss = new PgBoss({ ...DEFAULTS, ...options });
  // A failed query rejects, and its caller handles the error. Without this listener, the event would end the process.
  boss.on('error', () => {});
  await boss.start();
  return { boss, stop: () => boss.stop({ timeout: STOP_MS }) };
}
