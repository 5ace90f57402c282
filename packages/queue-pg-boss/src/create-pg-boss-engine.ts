import type { Clock, TimedWakeup, WakeupEngine } from '@portcullis/core/ports';
import type { PgBoss, Queue } from 'pg-boss';
import type { PgBossQueueOptions } from './pg-boss-queue-options.ts';
import { type RunningBoss, startBoss } from './start-boss.ts';

/** The payload of a job. */
interface WakeupJob {
  readonly key: string;
}

/**
 * The options of queues: one waiting job for each singleton key, and any number of active jobs. Jobs are not retried,
 * and finished jobs are not kept.
 */
const QUEUE_OPTIONS: Omit<Queue, 'name'> = {
  policy: 'short',
  notify: true,
  retryLimit: 0,
  expireInSeconds: 60,
  deleteAfterSeconds: 60,
};

/** The options of workers, which poll every two seconds without notifications, and every ten seconds with them. */
const WORKER_OPTIONS = {
  batchSize: 100,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 10,
};

/** Maximum number of milliseconds by which the server's clock may be behind the clock of this node. */
const CLOCK_TOLERANCE_MS = 20;

/** Creates the engine: a queue of pg-boss for each name, a job for each wake-up. */
export function createPgBossEngine(options: PgBossQueueOptions, clock: Clock): WakeupEngine {
  const { prefix = 'portcullis' } = options;
  const creations = new Map<string, Promise<void>>();
  const workers = new Map<string, string>();
  const scheduledChecks = new Set<() => void>();
  let starting: Promise<RunningBoss> | undefined;

  const started = async (): Promise<PgBoss> => {
    starting ??= startBoss(options);
    try {
      return (await starting).boss;
    } catch (error) {
      starting = undefined;
      throw error;
    }
  };

  const queueOf = async (boss: PgBoss, name: string): Promise<string> => {
    const queue = `${prefix}.${name}`;
    const creation = creations.get(queue) ?? boss.createQueue(queue, QUEUE_OPTIONS);
    creations.set(queue, creation);
    await creation.catch((error: unknown) => {
      creations.delete(queue);
      throw error;
    });
    return queue;
  };

  const sendDelayed = async (boss: PgBoss, queue: string, { key, at }: TimedWakeup): Promise<void> => {
    const singletonKey = `later ${key}`;
    const startAfter = new Date(at);
    const id = await boss.send(queue, { key }, { singletonKey, startAfter });
    if (id !== null) return;
    const waiting = await boss.findJobs(queue, { key: singletonKey, queued: true });
    if (waiting.some((job) => job.startAfter > startAfter)) {
      await boss.update(queue, undefined, { singletonKey, startAfter });
    }
  };

  /**
   * Makes this node check for a job when it falls due, because pg-boss sends no signal then. If this node has ended,
   * the next check of another node finds the job.
   */
  const scheduleCheck = (boss: PgBoss, name: string, at: number): void => {
    const cancel = clock.after(at - clock.now() + CLOCK_TOLERANCE_MS, () => {
      scheduledChecks.delete(cancel);
      const worker = workers.get(name);
      if (worker !== undefined) boss.notifyWorker(worker);
    });
    scheduledChecks.add(cancel);
  };

  return {
    async send(wakeup) {
      const boss = await started();
      const queue = await queueOf(boss, wakeup.name);
      const { name, key, at } = wakeup;
      if (at <= clock.now()) {
        await boss.send(queue, { key }, { singletonKey: `now ${key}` });
        return;
      }
      await sendDelayed(boss, queue, wakeup);
      scheduleCheck(boss, name, at);
    },
    async subscribe(name, receive) {
      const boss = await started();
      const queue = await queueOf(boss, name);
      const worker = await boss.work<WakeupJob>(queue, WORKER_OPTIONS, async (jobs) => {
        for (const { data } of jobs) receive(data.key);
      });
      workers.set(name, worker);
      return async () => {
        workers.delete(name);
        await boss.offWork(queue, { id: worker, wait: true });
      };
    },
    async close() {
      for (const cancel of scheduledChecks) cancel();
      const running = await starting?.catch(() => undefined);
      await running?.stop();
    },
  };
}
