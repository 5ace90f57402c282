import { onAbort, whenAborted } from '../../../kernel/lifetime/on-abort.ts';
import type { TenantLimiter } from '../../../limits/tenant-limiter.ts';
import type { TenantStore } from '../../../ports/store/store.ts';
import { findIntegration } from '../../state/integration-record.ts';
import { createChangeSignal } from './change-signal.ts';
import type { LoggedEvent } from './operation-log.ts';
import { isAfter, type ProgressCursor, readProgressCursor } from './progress-cursor.ts';
import type { ProgressEvent } from './progress-event.ts';
import type { ProgressFeeds } from './progress-feeds.ts';
import { takeSnapshot } from './snapshot.ts';

/** Maximum number of tests that are kept for a slow reader; the oldest are dropped first. */
const MAX_WAITING_TESTS = 1000;

/** Dependencies of following an integration. */
export interface FollowDependencies {
  readonly tenant: string;
  readonly limiter: Pick<TenantLimiter, 'limits' | 'report'>;
  readonly store: TenantStore;
  readonly feeds: ProgressFeeds;
}

/** Options of following an integration. */
export interface FollowOptions {
  /** The id of the last received event. An id that does not belong to this integration is ignored. */
  readonly after?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Follows an integration: see `IntegrationsService.follow`. It reads only what the reader consumes, and holds no resources for a
 * reader that never begins, but counts it until it returns.
 *
 * @throws ServiceError `INTEGRATION_NOT_FOUND`, `TENANT_LIMIT`
 */
export async function followIntegration(
  { tenant, limiter, store, feeds }: FollowDependencies,
  id: number,
  { after, signal }: FollowOptions,
): Promise<AsyncIterableIterator<ProgressEvent, undefined>> {
  const record = await findIntegration(store, id, { withEnded: true });
  const snapshot = await takeSnapshot(store, record);
  const sent = after === undefined ? undefined : readProgressCursor(after);
  const isKnown = sent !== undefined && !isAfter(sent, snapshot.cursor) && (await isOfIntegration(store, id, sent));
  const returned = new AbortController();
  const ended = AbortSignal.any([feeds.closing, returned.signal, ...(signal ? [signal] : [])]);
  const close = feeds.streams.open(tenant, limiter);
  if (ended.aborted) close();
  else onAbort(ended, close);
  const followed = follow(feeds, id, isKnown ? sent : snapshot, ended, close);
  const iterator: AsyncIterableIterator<ProgressEvent, undefined> = {
    next: () => followed.next(),
    async return() {
      // A generator would first wait for an event that may never occur.
      returned.abort();
      await followed.return(undefined);
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

async function* follow(
  feeds: ProgressFeeds,
  id: number,
  start: LoggedEvent | ProgressCursor,
  ended: AbortSignal,
  close: () => void,
): AsyncGenerator<ProgressEvent, undefined> {
  const tests: ProgressEvent[] = [];
  const newTest = createChangeSignal();
  const feed = feeds.join(id, (event) => {
    if (tests.push(event) > MAX_WAITING_TESTS) tests.shift();
    newTest.notify();
  });
  const aborted = whenAborted(ended);
  try {
    let cursor = 'event' in start ? start.cursor : start;
    if ('event' in start) yield start.event;
    while (!ended.aborted) {
      const change = [feed.change(), newTest.wait()];
      yield* tests.splice(0);
      const found = await feed.after(cursor);
      for (const { event, cursor: at } of found) {
        yield event;
        cursor = at;
        if (event.event === 'operation' && event.data.status !== 'running') return;
      }
      if (await feed.hasEnded()) {
        // The end of the operation may have been written after the last read.
        await feed.refresh();
        if (tests.length === 0 && (await feed.after(cursor)).length === 0) return;
        continue;
      }
      await Promise.race([...change, aborted]);
    }
  } finally {
    feed.leave();
    close();
  }
}

/**
 * Returns whether a cursor belongs to the integration. A follower with the cursor of another one would wait for events that
 * never arrive.
 */
async function isOfIntegration(
  store: TenantStore,
  integrationId: number,
  { operationId }: ProgressCursor,
): Promise<boolean> {
  return operationId === 0 || (await store.count('operations', { id: operationId, integrationId })) > 0;
}
