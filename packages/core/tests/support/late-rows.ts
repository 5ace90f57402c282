import { createMemoryStore, type Store, type TenantPortcullis } from '../../src/index.ts';
import { ADMIN, bodyOf } from './create-test-instance.ts';
import { overrideStore } from './override-store.ts';
import { settled } from './settled.ts';
import { webhookBody } from './webhook-body.ts';

/** Requests that add rows to a tenant, by what they add. */
export const LATE_ROWS: readonly (readonly [string, (tenant: TenantPortcullis) => Promise<unknown>])[] = [
  ['integration', ({ integrations }) => integrations.create(ADMIN, bodyOf())],
  ['webhook', ({ webhooks }) => webhooks.create(ADMIN, { webhooks: [webhookBody()] })],
  ['API key', ({ apiKeys }) => apiKeys.create(ADMIN, { name: 'CI' })],
  ['API key of the host', ({ apiKeys }) => apiKeys.issue({ name: 'CI', principal: ADMIN.principal })],
  ['setting', ({ settings }) => settings.update(ADMIN, { webhookDeadlineMs: 5000 })],
];

/** A store whose transactions a test can delay. */
export interface DelayedStore {
  readonly store: Store;
  /**
   * Delays the transactions of a call until the others have ended.
   *
   * @returns the result of the call.
   */
  overtake<Result>(call: () => Promise<Result>, others: () => Promise<unknown>): Promise<Result>;
}

/** Creates a {@link DelayedStore} in memory. */
export function createDelayedStore(): DelayedStore {
  const kept = createMemoryStore();
  let delay: Promise<void> | undefined;
  const store = overrideStore(kept, {
    async transaction(work, options) {
      await delay;
      return kept.allTenants.transaction(work, options);
    },
  });
  return {
    store,
    async overtake(call, others) {
      const { promise, resolve } = Promise.withResolvers<void>();
      delay = promise;
      const called = call();
      await settled();
      delay = undefined;
      await others();
      resolve();
      return called;
    },
  };
}
