import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createTenantCache } from './create-tenant-cache.ts';

const MINUTE = 60_000;

function setUp(maxAgeMs = MINUTE) {
  const clock = createFakeClock();
  const cache = createTenantCache<string>({ clock, tenantsVersion: { maxAgeMs } });
  return { clock, cache };
}

describe('a cached value of a tenant', () => {
  it('is valid under the version under which it was read, and under no other one', () => {
    const { cache } = setUp();
    cache.beginRead()('acme', 7, 'read');
    expect(cache.get('acme', 7)).toBe('read');
    expect(cache.get('acme', 8)).toBeUndefined();
    expect(cache.get('acme', 6)).toBeUndefined();
    expect(cache.get('bolt', 7)).toBeUndefined();
  });

  it('is read again after its maximum age', () => {
    const { cache, clock } = setUp();
    cache.beginRead()('acme', 7, 'read');
    clock.advance(MINUTE - 1);
    expect(cache.get('acme', 7)).toBe('read');
    clock.advance(1);
    expect(cache.get('acme', 7)).toBeUndefined();
  });

  it('has no maximum age on a store of one process', () => {
    const { cache, clock } = setUp(Number.POSITIVE_INFINITY);
    cache.beginRead()('acme', 0, 'read');
    clock.advance(1000 * MINUTE);
    expect(cache.get('acme', 0)).toBe('read');
  });

  it('is not cached if this node changed a tenant during the read', () => {
    const { cache } = setUp();
    const remember = cache.beginRead();
    cache.forget('acme');
    remember('acme', 7, 'before the change');
    expect(cache.get('acme', 7)).toBeUndefined();
    cache.beginRead()('acme', 7, 'after the change');
    expect(cache.get('acme', 7)).toBe('after the change');
  });

  it('is removed when there are 50,000 newer ones', () => {
    const { cache } = setUp();
    const remember = cache.beginRead();
    for (let tenant = 0; tenant <= 50_000; tenant += 1) remember(`${tenant}`, 7, 'read');
    expect(cache.get('0', 7)).toBeUndefined();
    expect(cache.get('1', 7)).toBe('read');
    expect(cache.get('50000', 7)).toBe('read');
  });
});
