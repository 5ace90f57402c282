import { type Store, StoreError } from '@portcullis/core';
import { sampleRow } from '@portcullis/testing';

/** Takes all the space that a store may have, the last byte too. */
export async function takePages(store: Store): Promise<void> {
  let seed = 1;
  for (const bytes of [50_000, 3000, 10]) {
    for (let full = false; !full; seed += 1) {
      const row = sampleRow('events', seed, { kind: 'filler', idempotencyKey: null, payload: new Uint8Array(bytes) });
      full = await store.insert('events', row).then(() => false, isFull);
    }
  }
}

/** Gives it back. */
export async function givePagesBack(store: Store): Promise<void> {
  await store.remove('events', { kind: 'filler' });
}

function isFull(error: unknown): boolean {
  if (StoreError.isInstance(error) && error.code === 'STORE_FULL') return true;
  throw error;
}
