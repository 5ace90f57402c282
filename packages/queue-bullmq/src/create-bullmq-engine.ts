import type { Clock, TimedWakeup, WakeupEngine } from '@portcullis/core/ports';
import type { Queue } from 'bullmq';
import type { BullMqQueueOptions } from './bullmq-queue-options.ts';
import { connectRedis, type RedisConnections } from './connect-redis.ts';
import { runWorker } from './run-worker.ts';

/** The payload of a job. */
interface WakeupJob {
  readonly key: string;
}

/** Number of wake-ups that one worker takes from Redis concurrently, since each needs several round trips. */
const CONCURRENCY = 16;

/** Seconds for which an idle worker blocks on Redis before it sends the command again. */
const IDLE_SECONDS = 20;

/**
 * Creates the engine: a queue of BullMQ for each name. A job is a wake-up. Its id is made from the key, so that Redis
 * keeps one immediate and one later job for each key.
 */
export function createBullMqEngine(options: BullMqQueueOptions, clock: Clock): WakeupEngine {
  const { connection, prefix = 'portcullis' } = options;
  const queues = new Map<string, Queue<WakeupJob>>();
  const gapListeners = new Set<() => void>();
  let connecting: Promise<RedisConnections> | undefined;

  const connected = (): Promise<RedisConnections> => {
    connecting ??= connectRedis(connection, () => {
      for (const listener of gapListeners) listener();
    });
    return connecting;
  };

  const queueOf = async (name: string): Promise<Queue<WakeupJob>> => {
    const { bullmq, commandConnection } = await connected();
    const existing = queues.get(name);
    if (existing) return existing;
    const queue = new bullmq.Queue<WakeupJob>(encodeURIComponent(name), {
      connection: commandConnection,
      prefix,
      skipWaitingForReady: true,
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    });
    // A failed command rejects, and its caller handles the error.
    queue.on('error', () => {});
    queues.set(name, queue);
    // A queue whose first command was lost never recovers: the next wake-up creates another queue.
    queue.waitUntilReady().catch(() => {
      if (queues.get(name) === queue) queues.delete(name);
      return queue.close().catch(() => {});
    });
    return queue;
  };

  const sendDelayed = async (queue: Queue<WakeupJob>, { name, key, at }: TimedWakeup): Promise<void> => {
    const jobId = jobIdOf('later', key);
    const delay = Math.max(at - clock.now(), 1);
    const waiting = await queue.getJob(jobId);
    const dueAt = waiting ? waiting.timestamp + waiting.delay : undefined;
    if (dueAt !== undefined && dueAt <= at) return;
    if (waiting) await waiting.remove().catch(() => 0);
    await queue.add(name, { key }, { jobId, delay });
  };

  return {
    async send(wakeup) {
      const queue = await queueOf(wakeup.name);
      if (wakeup.at > clock.now()) await sendDelayed(queue, wakeup);
      else await queue.add(wakeup.name, { key: wakeup.key }, { jobId: jobIdOf('now', wakeup.key) });
    },
    async subscribe(name, receive) {
      const { bullmq, workerConnection } = await connected();
      return runWorker(() => {
        const worker = new bullmq.Worker<WakeupJob>(encodeURIComponent(name), async () => {}, {
          connection: workerConnection,
          prefix,
          concurrency: CONCURRENCY,
          drainDelay: IDLE_SECONDS,
          removeOnComplete: { count: 0 },
          removeOnFail: { count: 0 },
          autorun: false,
        });
        worker.on('error', () => {});
        // The job is removed from Redis by now. Later requests create a new job, and the work of earlier ones is in the
        // store.
        worker.on('completed', (job) => receive(job.data.key));
        return worker;
      });
    },
    onGap(listener) {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    async close() {
      const connections = await connecting?.catch(() => undefined);
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      connections?.disconnect();
    },
  };
}

/** Returns the id of a job. BullMQ refuses ids that are numbers or contain colons. */
function jobIdOf(when: 'now' | 'later', key: string): string {
  return `${when}-${encodeURIComponent(key)}`;
}
