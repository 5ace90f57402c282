import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReadyRing } from './ready-ring.ts';

describe('the ready ring', () => {
  it('gives turns in the order of arrival, each up to the quantum', () => {
    const ring = createReadyRing({ total: 10, perLane: 10, quantum: 4 });
    for (const lane of [3, 1, 2, 1]) ring.add(lane);
    expect(ring.take()).toEqual([
      expect.objectContaining({ webhookId: 3, want: 4 }),
      expect.objectContaining({ webhookId: 1, want: 4 }),
      expect.objectContaining({ webhookId: 2, want: 2 }),
    ]);
    expect(ring.take()).toEqual([]);
  });

  it('gives a lane more than the quantum where few lanes wait', () => {
    const ring = createReadyRing({ total: 128, perLane: 64, quantum: 4 });
    for (const lane of [1, 2]) ring.add(lane);
    expect(ring.take()).toEqual([
      expect.objectContaining({ webhookId: 1, want: 64 }),
      expect.objectContaining({ webhookId: 2, want: 64 }),
    ]);
  });

  it('puts a lane with more work behind the others', () => {
    const ring = createReadyRing({ total: 1, perLane: 10, quantum: 1 });
    for (const lane of [1, 2]) ring.add(lane);
    const turns: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const [request] = ring.take();
      turns.push(request?.webhookId ?? 0);
      ring.claimed(request?.webhookId ?? 0, 1, 'now');
      ring.ended(request?.webhookId ?? 0, true);
    }
    expect(turns).toEqual([1, 2, 1, 2, 1]);
  });

  it('leaves a lane at its cap out until one of its deliveries ends', () => {
    const ring = createReadyRing({ total: 10, perLane: 2, quantum: 4 });
    ring.add(1);
    expect(ring.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 2 })]);
    ring.claimed(1, 2, 'now');
    ring.add(1);
    expect([ring.hasTurn(), ring.take()]).toEqual([false, []]);
    ring.ended(1, true);
    expect(ring.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 1 })]);
    expect(ring.isQuiet(1)).toBe(false);
  });

  it('does not forget a wake-up that comes while the lane is claimed', () => {
    const ring = createReadyRing({ total: 10, perLane: 2, quantum: 4 });
    ring.add(1);
    ring.take();
    ring.add(1);
    expect(ring.take()).toEqual([]);
    ring.claimed(1, 0);
    expect(ring.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 2 })]);
    ring.claimed(1, 0);
    expect([ring.hasTurn(), ring.isQuiet(1), ring.leased]).toEqual([false, true, 0]);
  });

  it('has no turn for a lane that is being claimed', () => {
    const ring = createReadyRing({ total: 10, perLane: 2, quantum: 4 });
    ring.add(1);
    ring.take();
    ring.add(1);
    expect([ring.hasTurn(), ring.hasHurry(), ring.isWaiting(1)]).toEqual([false, false, true]);
    ring.add(2);
    expect([ring.hasTurn(), ring.hasHurry()]).toEqual([true, true]);
  });

  it('starves nobody: a ready lane waits for at most one turn of each other lane', () => {
    const lanes = fc.integer({ min: 2, max: 8 });
    const ends = fc.array(fc.nat(100), { minLength: 50, maxLength: 100 });
    fc.assert(
      fc.property(lanes, fc.integer({ min: 1, max: 4 }), ends, (count, slots, choices) => {
        const perLane = 2;
        const ring = createReadyRing({ total: slots, perLane, quantum: 2 });
        const running: number[] = [];
        const runningIn = (lane: number) => running.filter((each) => each === lane).length;
        /** How many turns had been taken when a lane became ready. */
        const readySince = new Map<number, number>();
        let turns = 0;
        let longestWait = 0;
        let most = 0;
        for (let lane = 1; lane <= count; lane += 1) {
          ring.add(lane);
          readySince.set(lane, 0);
        }
        for (const choice of choices) {
          for (const { webhookId, want } of ring.take()) {
            longestWait = Math.max(longestWait, turns - (readySince.get(webhookId) ?? Number.NEGATIVE_INFINITY));
            turns += 1;
            running.push(...Array.from({ length: want }, () => webhookId));
            ring.claimed(webhookId, want, 'now');
            readySince.set(webhookId, turns);
            most = Math.max(most, runningIn(webhookId));
          }
          const [ended] = running.splice(choice % running.length, 1) as [number];
          if (runningIn(ended) === perLane - 1) readySince.set(ended, turns);
          ring.ended(ended, true);
        }
        expect(longestWait).toBeLessThan(count);
        expect(most).toBeLessThanOrEqual(perLane);
        expect(ring.leased).toBe(running.length);
      }),
    );
  });
});

describe('leasing ahead', () => {
  /** A lane at its cap of 4 of which so many have ended since its turn. */
  function atCap({ total = 128, ahead = true, ended = 0, quickly = true } = {}) {
    const ring = createReadyRing({ total, perLane: 4, quantum: 4 });
    ring.add(1);
    ring.take();
    ring.limit(1, { cap: undefined, ahead });
    ring.claimed(1, 4, 'now');
    for (let each = 0; each < ended; each += 1) ring.ended(1, quickly);
    return ring;
  }

  it('is for twice as many as have ended quickly since the turn before', () => {
    const ring = atCap({ ended: 2 });
    expect(ring.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 2 + 2 * 2 })]);
    ring.claimed(1, 6, 'now');
    expect([ring.leased, ring.hasTurn()]).toEqual([8, false]);
    ring.ended(1, true);
    expect([ring.hasTurn(), ring.hasHurry()]).toEqual([false, false]);
    ring.ended(1, true);
    ring.ended(1, true);
    expect([ring.hasTurn(), ring.hasHurry()]).toEqual([true, false]);
    expect(ring.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 4 + 2 * 3 - 5 })]);
  });

  it('is for sixty at most', () => {
    const ring = createReadyRing({ total: 1000, perLane: 100, quantum: 4 });
    ring.add(1);
    ring.take();
    ring.limit(1, { cap: undefined, ahead: true });
    ring.claimed(1, 100, 'now');
    for (let each = 0; each < 40; each += 1) ring.ended(1, true);
    expect(ring.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 40 + 60 })]);
  });

  it('goes on where all that was leased has ended before the next turn', () => {
    expect(atCap({ ended: 4 }).take()).toEqual([expect.objectContaining({ webhookId: 1, want: 4 + 2 * 4 })]);
  });

  it('counts what ends while the lane is being claimed', () => {
    const ring = atCap({ ended: 2 });
    ring.take();
    ring.ended(1, true);
    ring.limit(1, { cap: undefined, ahead: true });
    ring.claimed(1, 6, 'now');
    expect(ring.take()).toEqual([]);
    ring.ended(1, true);
    expect(ring.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 4 + 2 * 2 - 6 })]);
  });

  it('is over for now where one was not delivered quickly', () => {
    const ring = atCap({ ended: 3 });
    ring.ended(1, false);
    expect(ring.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 4 })]);
  });

  it('leaves half of all places to others', () => {
    const ring = atCap({ total: 12, ended: 4 });
    ring.add(2);
    expect(ring.take()).toEqual([
      expect.objectContaining({ webhookId: 1, want: 6 }),
      expect.objectContaining({ webhookId: 2, want: 4 }),
    ]);
    ring.claimed(1, 6, 'now');
    ring.ended(1, true);
    expect([ring.take(), ring.hasTurn()]).toEqual([[], false]);
    ring.ended(1, true);
    ring.ended(1, true);
    expect(ring.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 1 })]);
  });

  it('is not for a lane that waited for it when others take what it would have taken', () => {
    const ring = atCap({ total: 12, ended: 1 });
    ring.take();
    ring.claimed(1, 3, 'now');
    ring.ended(1, true);
    ring.ended(1, true);
    ring.add(2);
    expect(ring.hasTurn()).toBe(true);
    const [first, second] = ring.take();
    expect([first, second]).toEqual([
      expect.objectContaining({ webhookId: 1, want: 2 }),
      expect.objectContaining({ webhookId: 2, want: 4 }),
    ]);
  });

  it('is not where what is leased counts as under way elsewhere', () => {
    expect(atCap({ ahead: false, ended: 2 }).take()).toEqual([expect.objectContaining({ webhookId: 1, want: 2 })]);
    const ring = atCap({ ended: 2 });
    ring.limit(1, { cap: 2, ahead: false });
    expect([ring.take(), ring.hasTurn(), ring.capOf(1)]).toEqual([[], false, 2]);
    ring.ended(1, true);
    expect(ring.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 1 })]);
  });

  it('begins anew after the lane was quiet', () => {
    const ring = createReadyRing({ total: 128, perLane: 4, quantum: 4 });
    ring.add(1);
    ring.take();
    ring.limit(1, { cap: undefined, ahead: true });
    ring.claimed(1, 4);
    for (let each = 0; each < 4; each += 1) ring.ended(1, true);
    expect(ring.isQuiet(1)).toBe(true);
    ring.add(1);
    expect(ring.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 4 })]);
    ring.claimed(1, 0);
    expect(ring.isQuiet(1)).toBe(true);
  });

  it('begins anew after a lane in which nothing was found any more', () => {
    const ring = atCap({ ended: 3 });
    ring.take();
    ring.ended(1, true);
    ring.claimed(1, 0);
    expect(ring.isQuiet(1)).toBe(true);
    ring.add(1);
    expect(ring.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 4 })]);
  });

  it('is in no hurry, unlike a lane that could send at once', () => {
    const ring = atCap({ ended: 1 });
    expect(ring.hasHurry()).toBe(true);
    ring.take();
    ring.claimed(1, 3, 'now');
    ring.ended(1, true);
    ring.ended(1, true);
    expect([ring.hasTurn(), ring.hasHurry()]).toEqual([true, false]);
    ring.ended(1, true);
    expect(ring.hasHurry()).toBe(true);
  });

  it('takes no more places than there are, and none of the last half', () => {
    const step = fc.record({ lane: fc.integer({ min: 1, max: 4 }), quickly: fc.boolean(), adds: fc.boolean() });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(step, { maxLength: 200 }), (total, steps) => {
        const perLane = 3;
        const ring = createReadyRing({ total, perLane, quantum: 2 });
        const leased = new Map<number, number>();
        const sum = (of: (count: number) => number) => [...leased.values()].reduce((all, count) => all + of(count), 0);
        for (const { lane, quickly, adds } of steps) {
          const count = leased.get(lane) ?? 0;
          if (adds || count === 0) ring.add(lane);
          else {
            leased.set(lane, count - 1);
            ring.ended(lane, quickly);
          }
          for (const { webhookId, want } of ring.take()) {
            leased.set(webhookId, (leased.get(webhookId) ?? 0) + want);
            ring.limit(webhookId, { cap: undefined, ahead: webhookId !== 4 });
            ring.claimed(webhookId, want, 'now');
            expect(sum((each) => each)).toBeLessThanOrEqual(total);
            const isAhead = (leased.get(webhookId) ?? 0) > perLane;
            if (isAhead) expect(sum((each) => each)).toBeLessThanOrEqual(total / 2);
          }
          expect(leased.get(4) ?? 0).toBeLessThanOrEqual(perLane);
          expect(ring.leased).toBe(sum((each) => each));
          expect(ring.hasTurn()).toBe(false);
        }
      }),
    );
  });
});
