import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import type { LeaseReservation } from '../endpoint-queues/immediate-leases.ts';
import { limitHostLeases } from './host-leases.ts';

const RESERVATION = {} as LeaseReservation;

function createLeases({ concurrency = 8, isFree = (): boolean => true } = {}) {
  const clock = createFakeClock();
  const leases = limitHostLeases({ reserve: () => (isFree() ? RESERVATION : undefined) }, { concurrency, clock });
  const reserve = (count: number) => leases.reserve(Array.from({ length: count }, (_, id) => ({ id, tenant: 'acme' })));
  return { clock, reserve };
}

describe('the thread of the host', () => {
  it('sends a transaction with as many deliveries as it may send at once', () => {
    expect(createLeases().reserve(8)).toBe(RESERVATION);
  });

  it('leaves a larger transaction to the delivery thread', () => {
    expect(createLeases().reserve(9)).toBeUndefined();
  });

  it('sends nothing if it may send none at once', () => {
    expect(createLeases({ concurrency: 0 }).reserve(1)).toBeUndefined();
  });

  it('sends fifty deliveries a second', () => {
    const { clock, reserve } = createLeases();
    for (let sent = 0; sent < 50; sent += 5) expect(reserve(5)).toBe(RESERVATION);
    expect(reserve(1)).toBeUndefined();
    clock.advance(999);
    expect(reserve(1)).toBeUndefined();
    clock.advance(1);
    expect(reserve(1)).toBe(RESERVATION);
  });

  it('does not count deliveries that it has no permit for', () => {
    let free = false;
    const { reserve } = createLeases({ isFree: () => free });
    for (let asked = 0; asked < 60; asked += 1) reserve(1);
    free = true;
    expect(reserve(1)).toBe(RESERVATION);
  });
});
