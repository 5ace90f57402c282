import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReadyRing } from './ready-ring.ts';

describe('the ready ring', () => {
  it('gives turns in the order of arrival, each up to the quantum', () => {
    const ring = createReadyRing({ perLane: 10, quantum: 4 });
    for (const lane of [3, 1, 2, 1]) ring.add(lane);
    expect(ring.take(10)).toEqual([
      { webhookId: 3, want: 4 },
      { webhookId: 1, want: 4 },
      { webhookId: 2, want: 2 },
    ]);
    expect(ring.take(10)).toEqual([]);
  });

  it('gives a lane more than the quantum where few lanes wait', () => {
    const ring = createReadyRing({ perLane: 64, quantum: 4 });
    for (const lane of [1, 2]) ring.add(lane);
    expect(ring.take(128)).toEqual([
      { webhookId: 1, want: 64 },
      { webhookId: 2, want: 64 },
    ]);
  });

  it('puts a lane with more work behind the others', () => {
    const ring = createReadyRing({ perLane: 10, quantum: 1 });
    for (const lane of [1, 2]) ring.add(lane);
    const turns: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const [request] = ring.take(1);
      turns.push(request?.webhookId ?? 0);
      ring.claimed(request?.webhookId ?? 0, 1, 'now');
    }
    expect(turns).toEqual([1, 2, 1, 2, 1]);
  });

  it('leaves a lane at its cap out until one of its deliveries ends', () => {
    const ring = createReadyRing({ perLane: 2, quantum: 4 });
    ring.add(1);
    expect(ring.take(10)).toEqual([{ webhookId: 1, want: 2 }]);
    ring.claimed(1, 2, 'now');
    ring.add(1);
    expect([ring.hasTurn(), ring.take(10)]).toEqual([false, []]);
    ring.ended(1);
    expect(ring.take(10)).toEqual([{ webhookId: 1, want: 1 }]);
    expect(ring.isQuiet(1)).toBe(false);
  });

  it('does not forget a wake-up that comes while the lane is claimed', () => {
    const ring = createReadyRing({ perLane: 2, quantum: 4 });
    ring.add(1);
    ring.take(10);
    ring.add(1);
    expect(ring.take(10)).toEqual([]);
    ring.claimed(1, 0);
    expect(ring.take(10)).toEqual([{ webhookId: 1, want: 2 }]);
    ring.claimed(1, 0);
    expect([ring.hasTurn(), ring.isQuiet(1), ring.inFlight]).toEqual([false, true, 0]);
  });

  it('starves nobody: a ready lane waits for at most one turn of each other lane', () => {
    const lanes = fc.integer({ min: 2, max: 8 });
    const ends = fc.array(fc.nat(100), { minLength: 50, maxLength: 100 });
    fc.assert(
      fc.property(lanes, fc.integer({ min: 1, max: 4 }), ends, (count, slots, choices) => {
        const perLane = 2;
        const ring = createReadyRing({ perLane, quantum: 2 });
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
          for (const { webhookId, want } of ring.take(slots - running.length)) {
            longestWait = Math.max(longestWait, turns - (readySince.get(webhookId) ?? Number.NEGATIVE_INFINITY));
            turns += 1;
            running.push(...Array.from({ length: want }, () => webhookId));
            ring.claimed(webhookId, want, 'now');
            readySince.set(webhookId, turns);
            most = Math.max(most, runningIn(webhookId));
          }
          const [ended] = running.splice(choice % running.length, 1) as [number];
          if (runningIn(ended) === perLane - 1) readySince.set(ended, turns);
          ring.ended(ended);
        }
        expect(longestWait).toBeLessThan(count);
        expect(most).toBeLessThanOrEqual(perLane);
        expect(ring.inFlight).toBe(running.length);
      }),
    );
  });
});
