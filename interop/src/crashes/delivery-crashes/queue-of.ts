import { type Clock, createInProcessQueue, type JobQueue } from '@portcullis/core';
import { createBullMqQueue } from '@portcullis/queue-bullmq';
import { createPgBossQueue } from '@portcullis/queue-pg-boss';
import type { NodeOrder } from './victim-protocol.ts';

/** The queue of a node, if it is not the default one. */
export function queueOf({ engine, store, prunesAtOnce }: NodeOrder, clock: Clock): JobQueue | undefined {
  // Engines warn about servers that end with killed processes.
  const common = { clock, onError: () => {} };
  if (engine?.kind === 'pg-boss' && store.kind === 'postgresql') {
    return createPgBossQueue({ connectionString: store.connectionString, ...common });
  }
  if (engine?.kind === 'bullmq') return createBullMqQueue({ connection: engine.url, ...common });
  return prunesAtOnce ? pruningAtOnce(createInProcessQueue({ clock })) : undefined;
}

/** Retention normally runs once an hour; here it runs once, immediately. */
function pruningAtOnce(queue: JobQueue): JobQueue {
  let isObserved = false;
  return {
    ...queue,
    async wake(wakeup) {
      const { name, key } = wakeup;
      if (name !== 'webhook-retention') return queue.wake(wakeup);
      if (!isObserved) await queue.wake({ name, key });
      isObserved = true;
    },
  };
}
