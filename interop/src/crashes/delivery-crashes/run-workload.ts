import { setTimeout as wait } from 'node:timers/promises';
import { ADMIN } from '../../shared/admin.ts';
import type { OpenNode } from './open-node.ts';
import { NEW_SECRET } from './secrets.ts';
import type { Workload } from './victim-protocol.ts';

/** Listeners to the publications of an instance. */
export interface PublicationListeners {
  published(eventId: number): unknown;
  /** The store had no space for a notification. Without this listener the refusal is an error. */
  refused?(): unknown;
}

/**
 * Runs a workload on an instance.
 *
 * @param signal - ends an endless workload.
 */
export async function runWorkload(
  { portcullis: { notifications, webhooks }, store }: OpenNode,
  workload: Workload,
  listeners: PublicationListeners = { published: () => {} },
  signal?: AbortSignal,
): Promise<void> {
  switch (workload.kind) {
    case 'notify':
      for (let done = 0; done < workload.count; done += 1) {
        const notification = { kind: 'tagCreated', metadata: { tagName: `tag ${done}` } } as const;
        const { eventId } = await (workload.inTransaction
          ? store.transaction((transaction) => notifications.notify(notification, transaction))
          : notifications.notify(notification));
        await listeners.published(eventId);
      }
      return;
    case 'publish': {
      const startedAt = performance.now();
      for (let done = 0; ; done += 1) {
        await wait(Math.max(0, startedAt + (done * 1000) / workload.perSecond - performance.now()));
        if (signal?.aborted === true) return;
        // Not awaited: a host does not wait for one request before it accepts the next.
        void notifications.notify({ kind: 'tagCreated', metadata: { tagName: `tag ${done}` } }).then(
          ({ eventId }) => listeners.published(eventId),
          (error: unknown) => {
            if (!isFull(error) || !listeners.refused) throw error;
            listeners.refused();
          },
        );
      }
    }
    case 'retry': {
      const { records } = await webhooks.history(ADMIN, { includeGlobal: true, sortField: 'id', sortOrder: 'desc' });
      await webhooks.retry(ADMIN, records[0]?.id ?? 0);
      return;
    }
    case 'recover':
      await webhooks.recover(ADMIN, 1, { since: new Date(0).toISOString() });
      return;
    case 'rotate':
      await webhooks.update(ADMIN, 1, { secret: NEW_SECRET });
      return;
    case 'nothing':
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'STORE_FULL';
}
