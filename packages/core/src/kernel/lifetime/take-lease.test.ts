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

  it('of a clock that was a year ahead is free again, but not one of a clock that differs slightly', async () => {
    const store = createMemoryStore();
    await store.open();
    const clock = createFakeClock();
    const ahead = { ...clock, now: () => clock.now() + 50_000 };
    const wrong = { ...clock, now: () => clock.now() + 365 * 86_400_000 };
    expect(await takeLease({ store, clock: wrong, nodeId: 'a' }, 'round', 1000)).toBe(true);
    expect(await takeLease({ store, clock: ahead, nodeId: 'b' }, 'round', 1000)).toBe(true);
    expect(await takeLease({ store, clock, nodeId: 'c' }, 'round', 1000)).toBe(false);
    clock.advance(51_000);
    expect(await takeLease({ store, clock, nodeId: 'c' }, 'round', 1000)).toBe(true);
    await store.close();
  });
});
