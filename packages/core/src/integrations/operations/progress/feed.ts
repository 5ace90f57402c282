import type { Clock } from '../../../ports/clock.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { RowOperations } from '../../../ports/store/store.ts';
import type { IntegrationEventSource } from '../../events/integration-events.ts';
import { createChangeSignal } from './change-signal.ts';
import { createOperationLog, type LoggedEvent } from './operation-log.ts';
import { isBehind, type ProgressCursor } from './progress-cursor.ts';

/** The number of events that are kept in memory. Followers that are further behind read the store. */
const KEPT = 200;

/** The events on this node after which the store is read again. */
const SOURCES = ['operation.started', 'operation.statement', 'operation.finished', 'integration.status'] as const;

/** The events of one integration, for all of its followers on this node. */
export interface Feed {
  /** The events behind a place; empty where there is nothing new yet. */
  after(cursor: ProgressCursor): Promise<readonly LoggedEvent[]>;
  /** Resolves when there may be new events. Call it before {@link Feed.after}, so that none is missed. */
  change(): Promise<void>;
  /** Reads what the store has by now. */
  refresh(): Promise<void>;
  stop(): void;
}

/** Dependencies of {@link createFeed}. */
export interface FeedDependencies {
  /** Over all tenants: an integration has one feed on a node, shared by all followers. */
  readonly store: RowOperations;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly events: IntegrationEventSource;
  /** Milliseconds between two polls of the store. */
  readonly pollMs: number;
}

/**
 * Creates the feed of an integration. The store is what counts, since the operation may run on another node: it is looked at
 * again and again, and at once when something happens on this one.
 */
export function createFeed({ store, clock, logger, events, pollMs }: FeedDependencies, integrationId: number): Feed {
  const log = createOperationLog(store, integrationId);
  /** The latest events without a gap, and the place before the first of them. */
  let recent: { readonly from: ProgressCursor; readonly logged: readonly LoggedEvent[] } | undefined;
  const bell = createChangeSignal();
  let reading = Promise.resolve();
  let isDue = false;
  let stopped = false;
  let cancel = (): void => {};

  const read = async (): Promise<void> => {
    isDue = false;
    if (!recent || stopped) return;
    const { from, logged } = recent;
    const found = await log.after(logged.at(-1)?.cursor ?? from);
    if (found.length === 0) return;
    const all = [...logged, ...found];
    recent = { from: all.at(-KEPT - 1)?.cursor ?? from, logged: all.slice(-KEPT) };
    bell.ring();
  };
  /** One look after the other: what happens during one may not be seen by it. */
  const refresh = (): Promise<void> => {
    if (isDue) return reading;
    isDue = true;
    reading = reading.then(read).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      logger.warn('The progress of an integration could not be read.', { integrationId, error: reason });
    });
    return reading;
  };
  const poll = (): void => {
    cancel = clock.after(pollMs, () => void refresh().then(() => (stopped ? undefined : poll())));
  };
  const stops = SOURCES.map((name) =>
    events.on(name, (event) => {
      if (event.integrationId !== integrationId) return;
      // An integration may end without an operation.
      void refresh().then(name === 'integration.status' ? bell.ring : undefined);
    }),
  );
  poll();

  return {
    async after(cursor) {
      if (recent && !isBehind(recent.from, cursor))
        return recent.logged.filter((each) => isBehind(each.cursor, cursor));
      const found = await log.after(cursor);
      // The first who follows says where the feed begins.
      recent ??= { from: cursor, logged: found };
      return found;
    },
    change: bell.notified,
    refresh: refresh,
    stop() {
      stopped = true;
      cancel();
      for (const stop of stops) stop();
    },
  };
}
