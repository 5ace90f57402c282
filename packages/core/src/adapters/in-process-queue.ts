import { AsyncLocalStorage } from 'node:async_hooks';
import { asError } from '../kernel/errors/error-message.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobQueue } from '../ports/job-queue.ts';

/** Options of {@link createInProcessQueue}. */
export interface InProcessQueueOptions {
  readonly clock: Clock;
}

type Handler = Parameters<JobQueue['handle']>[1];

/** A key with a requested wake-up or a running handler. */
interface Entry {
  readonly key: string;
  /** The time at which it is to be handled; undefined without a request. */
  at?: number | undefined;
  cancelTimer?: (() => void) | undefined;
  running?: Promise<void> | undefined;
}

interface Topic {
  readonly entries: Map<string, Entry>;
  handler?: Handler | undefined;
  stopping: AbortController;
}

/**
 * Creates the {@link JobQueue} of a host with one process: timers of the clock, without persistence. Of several waiting wake-ups
 * for a key, the earliest counts; one that arrives while the key is handled is handled afterwards. Wake-ups without a handler
 * wait for one.
 */
export function createInProcessQueue({ clock }: InProcessQueueOptions): JobQueue {
  const topics = new Map<string, Topic>();
  // Handlers must not see the context of the caller that requested the wake-up: its transaction, its request, its trace.
  const detached = AsyncLocalStorage.snapshot();
  let closed = false;

  const topicOf = (name: string): Topic => {
    const known = topics.get(name);
    if (known) return known;
    const topic: Topic = { entries: new Map(), stopping: new AbortController() };
    topics.set(name, topic);
    return topic;
  };

  /**
   * Calls the handler of a due wake-up, or sets its timer, if there is a handler that does not currently run for this key.
   *
   * @param isExpired - true if its timer has ended: it is due, even if the wall clock was set back.
   */
  const plan = (topic: Topic, entry: Entry, isExpired = false): void => {
    entry.cancelTimer?.();
    entry.cancelTimer = undefined;
    const { handler } = topic;
    if (entry.at === undefined || entry.running || !handler) return;
    const wait = isExpired ? 0 : entry.at - clock.now();
    if (wait > 0) {
      entry.cancelTimer = clock.after(wait, () => plan(topic, entry, true));
      return;
    }
    entry.at = undefined;
    entry.running = detached(handle, topic, entry, handler);
  };

  const handle = async (topic: Topic, entry: Entry, handler: Handler): Promise<void> => {
    // A handler is never called inside wake(), because the caller may have an open transaction.
    await Promise.resolve();
    try {
      await handler(entry.key, topic.stopping.signal);
    } catch (error) {
      process.emitWarning(asError(error));
    }
    entry.running = undefined;
    if (entry.at === undefined) topic.entries.delete(entry.key);
    else plan(topic, entry);
  };

  const stop = async (topic: Topic): Promise<void> => {
    topic.handler = undefined;
    topic.stopping.abort();
    for (const entry of topic.entries.values()) entry.cancelTimer?.();
    await Promise.all([...topic.entries.values()].map((entry) => entry.running));
    topic.stopping = new AbortController();
  };

  return {
    async wake({ name, key, at = clock.now() }) {
      if (closed) return;
      const topic = topicOf(name);
      const entry = topic.entries.get(key) ?? { key };
      topic.entries.set(key, entry);
      if (entry.at !== undefined && entry.at <= at) return;
      entry.at = at;
      plan(topic, entry);
    },
    handle(name, handler) {
      const topic = topicOf(name);
      if (topic.handler) throw new TypeError(`A handler is registered already for the wake-up ${name}.`);
      topic.handler = handler;
      for (const entry of topic.entries.values()) plan(topic, entry);
      return () => stop(topic);
    },
    async close() {
      closed = true;
      await Promise.all([...topics.values()].map(stop));
      topics.clear();
    },
  };
}
