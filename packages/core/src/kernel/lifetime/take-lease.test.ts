import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import { takeLease } from './take-lease.ts';

describe('a named lease', () => {
  it('is held by one of several nodes, and by another one after it has expired', async () => {
    const store = createMemoryStore();
    await store.open();
    const clock = createFakeClock();
    const take = (nodeId: string) => takeLease({ store, clock, nodeId }, 'round', 1000);
    const first = await Promise.all(['a', 'b', 'c'].map(take));
    expect(first.filter(Boolean)).toHaveLength(1);
    clock.advance(999);
    expect(await take('b')).toBe(false);
    clock.advance(1);
    const second = await Promise.all(['a', 'b', 'c'].map(take));
    expect(second.filter(Boolean)).toHaveLength(1);
    await store.close();
  });
});
