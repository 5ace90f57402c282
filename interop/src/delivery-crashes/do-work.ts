import { setTimeout as wait } from 'node:timers/promises';
import type { Portcullis } from '@portcullis/core';
import { ADMIN } from '../kill-matrix/open-instance.ts';
import { NEW_SECRET } from './secrets.ts';
import type { Work } from './victim-protocol.ts';

/** Does what is asked of an instance. @param published - hears of each notification that is published. */
export async function doWork(
  { notifications, webhooks }: Portcullis,
  work: Work,
  published: (eventId: number) => Promise<void> = async () => {},
): Promise<void> {
  switch (work.kind) {
    case 'notify':
      for (let done = 0; done < work.count; done += 1) {
        const { eventId } = await notifications.notify({ kind: 'tagCreated', metadata: { tagName: `tag ${done}` } });
        await published(eventId);
      }
      return;
    case 'publish': {
      const startedAt = performance.now();
      for (let done = 0; ; done += 1) {
        await wait(Math.max(0, startedAt + (done * 1000) / work.perSecond - performance.now()));
        // Not awaited: a host does not wait for one request before it takes the next.
        void notifications
          .notify({ kind: 'tagCreated', metadata: { tagName: `tag ${done}` } })
          .then(({ eventId }) => published(eventId));
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
