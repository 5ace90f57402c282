import type { Store } from '@portcullis/core';
import { sampleRow } from '@portcullis/testing';
import { expect, onTestFinished, vi } from 'vitest';
import { holdsWithinSeconds, type InterruptibleNetwork } from './interruptible-network.ts';

/** An open store whose network can be interrupted. */
export interface InterruptibleStore extends Pick<InterruptibleNetwork, 'interrupt'> {
  readonly store: Store;
}

/** Interrupts the network before a query. Expects that the store is closed within seconds, and that the query rejects. */
export async function expectClosedWithinSeconds({ store, interrupt }: InterruptibleStore): Promise<void> {
  interrupt();
  let isClosed = false;
  const closing = holdsWithinSeconds(() => isClosed);
  const reading = store.find('meta').then(
    () => 'read',
    () => 'rejected',
  );
  void store.close().then(() => {
    isClosed = true;
  });
  expect(await closing).toBe(true);
  expect(await reading).toBe('rejected');
}

/** Interrupts the network before a query. Expects that the query is not waited for, and that later ones reach the server again. */
export async function expectReachedAgain({ store, interrupt }: InterruptibleStore): Promise<void> {
  onTestFinished(() => store.close());
  await store.insert('leases', sampleRow('leases', 1, { name: 'a', until: 1 }));
  interrupt();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const updating = store
    .update('leases', { name: 'a' }, { until: 2 })
    .catch((error: unknown) => (error as { readonly code?: unknown }).code);
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(await updating).toBe('STORE_CONNECTION_LOST');
  expect(await store.count('leases', { until: 1 })).toBe(1);
}
