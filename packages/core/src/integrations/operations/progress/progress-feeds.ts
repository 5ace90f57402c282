import { createFeed, type Feed, type FeedDependencies } from './feed.ts';
import type { ProgressEvent } from './progress-event.ts';
import { createStreamCounts, type StreamCounts } from './stream-counts.ts';
import { listenToTests } from './test-progress.ts';

/** The feeds of a node: one for each followed integration, shared by all of its followers. */
export interface ProgressFeeds {
  /**
   * Joins the feed of an integration, which lives as long as it has followers.
   *
   * @param onTest - called for its validation tests on this node, which are not stored.
   */
  join(integrationId: number, onTest: (event: ProgressEvent) => void): JoinedFeed;
  /** The open streams. */
  readonly streams: StreamCounts;
  /** Aborted when the instance closes, which ends all followers. */
  readonly closing: AbortSignal;
  close(): void;
}

/** A feed with at least one follower. */
interface JoinedFeed extends Pick<Feed, 'after' | 'change' | 'refresh' | 'hasEnded'> {
  leave(): void;
}

/** Creates the feeds of a node. */
export function createProgressFeeds(dependencies: FeedDependencies): ProgressFeeds {
  const feeds = new Map<number, { readonly feed: Feed; joined: number }>();
  const controller = new AbortController();

  return {
    streams: createStreamCounts(),
    closing: controller.signal,
    join(integrationId, onTest) {
      const shared = feeds.get(integrationId) ?? { feed: createFeed(dependencies, integrationId), joined: 0 };
      feeds.set(integrationId, shared);
      shared.joined += 1;
      const stopTests = listenToTests(dependencies.events, integrationId, onTest);
      let isJoined = true;
      return {
        after: shared.feed.after,
        change: shared.feed.change,
        refresh: shared.feed.refresh,
        hasEnded: shared.feed.hasEnded,
        leave() {
          if (isJoined) shared.joined -= 1;
          isJoined = false;
          stopTests();
          if (shared.joined > 0 || feeds.get(integrationId) !== shared) return;
          shared.feed.stop();
          feeds.delete(integrationId);
        },
      };
    },
    close() {
      controller.abort(new Error('The instance is closing.'));
      for (const { feed } of feeds.values()) feed.stop();
      feeds.clear();
    },
  };
}
