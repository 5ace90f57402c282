import { errorFacts } from '../../../kernel/errors/error-facts.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { RowOperations } from '../../../ports/store/store.ts';
import type { IntegrationEventSource } from '../../events/integration-events.ts';
import type { IntegrationStatus } from '../../lifecycle/integration-status.ts';
import { ENDED_STATUSES } from '../../lifecycle/lifecycle.ts';
import { createChangeSignal } from './change-signal.ts';
import { createOperationLog, type LoggedEvent } from './operation-log.ts';
import { isAfter, type ProgressCursor } from './progress-cursor.ts';

/** The number of events in memory. Slower followers read the store. */
const MAX_RECENT = 200;

/** The events on this node after which the store is read again. */
const SOURCES = ['operation.started', 'operation.statement', 'operation.finished', 'integration.status'] as const;

/** The events of one integration, for all of its followers on this node. */
export interface Feed {
  /** Returns the events after a cursor; empty if there are none yet. */
  after(cursor: ProgressCursor): Promise<readonly LoggedEvent[]>;
  /** Resolves when there may be new events. Call it before {@link Feed.after} to miss none. */
  change(): Promise<void>;
  /** Reads new events from the store. */
  refresh(): Promise<void>;
  /** Resolves with true for a deleted or disabled integration, which emits no more events. All followers share one read. */
  hasEnded(): Promise<boolean>;
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
 * Creates the feed of an integration. Its source is the store, since the operation may run on another node: it is polled, and
 * read immediately after an event on this node.
 */
export function createFeed({ store, clock, logger, events, pollMs }: FeedDependencies, integrationId: number): Feed {
  const log = createOperationLog(store, integrationId);
  /** The latest events without a gap, and the cursor before the first of them. */
  let recent: { readonly from: ProgressCursor; readonly logged: readonly LoggedEvent[] } | undefined;
  const changed = createChangeSignal();
  /** The last read of the status. The next read of the events forgets it. */
  let ended: Promise<boolean> | undefined;
  let reading = Promise.resolve();
  let isDue = false;
  let stopped = false;
  let cancel = (): void => {};

  const read = async (): Promise<void> => {
    isDue = false;
    ended = undefined;
    if (!recent || stopped) return;
    const { from, logged } = recent;
    const found = await log.after(logged.at(-1)?.cursor ?? from);
    if (found.length === 0) return;
    const all = [...logged, ...found];
    recent = { from: all.at(-MAX_RECENT - 1)?.cursor ?? from, logged: all.slice(-MAX_RECENT) };
    changed.notify();
  };
  /** Reads run one at a time, since a read may miss an event that happens during it. */
  const refresh = (): Promise<void> => {
    if (isDue) return reading;
    isDue = true;
    reading = reading.then(read).catch((error: unknown) => {
      logger.warn('The progress of an integration could not be read.', { integrationId, ...errorFacts(error) });
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
      void refresh().then(name === 'integration.status' ? changed.notify : undefined);
    }),
  );
  poll();

  return {
    async after(cursor) {
      if (recent && !isAfter(recent.from, cursor)) return recent.logged.filter((each) => isAfter(each.cursor, cursor));
      const found = await log.after(cursor);
      // The first follower determines the start of the feed.
      recent ??= { from: cursor, logged: found };
      return found;
    },
    change: changed.wait,
    refresh,
    hasEnded() {
      ended ??= readEnded(store, integrationId).catch((error: unknown) => {
        ended = undefined;
        throw error;
      });
      return ended;
    },
    stop() {
      stopped = true;
      cancel();
      for (const stop of stops) stop();
    },
  };
}

async function readEnded(store: RowOperations, id: number): Promise<boolean> {
  const [record] = await store.find('integrations', { where: { id } });
  return record === undefined || ENDED_STATUSES.includes(record.status as IntegrationStatus);
}
