import type { Clock } from '../../ports/clock.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import { createSubscribers } from '../subscriptions/create-subscribers.ts';
import { createBatching } from './batching/create-batching.ts';
import { PUBLICATION_LOCKS, rowKeysOf } from './publication-locks.ts';
import type { PublicationRequest } from './publication-request.ts';
import {
  OutdatedSubscribers,
  type PublicationResult,
  type VersionedPublication,
  type WriteDependencies,
  writeIfCurrent,
} from './write-publications.ts';

/** Dependencies of {@link createSharedPublishing}. */
export interface SharedPublishingDependencies extends WriteDependencies {
  readonly store: AllTenantsStore;
  readonly clock: Clock;
}

/**
 * Publishes in a transaction that concurrent calls may share.
 *
 * @param requireActive - called when the subscriptions of the tenant have changed during the publication. @default nothing is called
 */
export type PublishShared = (
  request: PublicationRequest,
  requireActive?: () => Promise<unknown>,
) => Promise<PublicationResult>;

/** Creates the {@link PublishShared} of a node. */
export function createSharedPublishing(dependencies: SharedPublishingDependencies): PublishShared {
  const { store, clock } = dependencies;
  const subscribers = createSubscribers(store, clock);
  const write = createBatching<VersionedPublication, PublicationResult>({
    store,
    clock,
    write: (...input) => writeIfCurrent(dependencies, ...input),
    isForWholeBatch: isOutdated,
    keysOf: rowKeysOf,
    identityOf: ({ event: { tenant, idempotencyKey } }) =>
      typeof idempotencyKey === 'string' ? `${tenant}\n${idempotencyKey}` : undefined,
    locks: PUBLICATION_LOCKS,
  });

  return async ({ tenant, kind, match }, requireActive) => {
    for (;;) {
      const { webhooks, version } = await subscribers.find(tenant, kind);
      const publication = await match(webhooks);
      try {
        return await write({ ...publication, version });
      } catch (error) {
        if (!isOutdated(error)) throw error;
        subscribers.forget(tenant, version);
        await requireActive?.();
      }
    }
  };
}

function isOutdated(error: unknown): boolean {
  return error instanceof OutdatedSubscribers;
}
