import { type Store, StoreError } from '@portcullis/core';
import { sampleRow } from '@portcullis/testing';

/** Uses up all the space of a store, to the last byte. */
export async function takePages(store: Store): Promise<void> {
  let seed = 1;
  for (const bytes of [50_000, 3000, 10]) {
    for (let full = false; !full; seed += 1) {
      const row = sampleRow('events', seed, { kind: 'filler', idempotencyKey: null, payload: new Uint8Array(bytes) });
      full = await store.insert('events', row).then(() => false, isFull);
    }
  }
}

/** Frees the space. */
export async function givePagesBack(store: Store): Promise<void> {
  await store.remove('events', { kind: 'filler' });
}

function isFull(error: unknown): boolean {
  if (StoreError.isInstance(error) && error.code === 'STORE_FULL') return true;
  throw error;
}
