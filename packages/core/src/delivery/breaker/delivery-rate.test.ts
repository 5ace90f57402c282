import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';
import { allowanceAt, theoreticalAfter } from './delivery-rate.ts';

describe('the rate of an endpoint', () => {
  it('is never exceeded in any window, for any requests', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 50 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 500, noNaN: true }), steps, (rate, asked) => {
        let now = 1_700_000_000_000;
        let theoretical: number | null = null;
        const sent: number[] = [];
        for (const [pause, want] of asked) {
          now += pause;
          const count = Math.min(want, allowanceAt(theoretical, rate, now).count);
          for (let each = 0; each < count; each += 1) sent.push(now);
          if (count > 0) theoretical = theoreticalAfter(theoretical, rate, now, count);
        }
        const burst = Math.max(1, Math.floor(rate / 10));
        let excess = 0;
        for (const [first, from] of sent.entries()) {
          for (let last = first; last < sent.length; last += 1) {
            const seconds = ((sent[last] as number) - from) / 1000;
            // Times are whole milliseconds and the theoretical time whole microseconds.
            excess = Math.max(excess, last - first + 1 - (burst + rate * (seconds + 0.001) + 1e-6));
          }
        }
        expect(excess).toBe(0);
      }),
    );
  });

  it('returns the time of the next permitted request', () => {
    const now = 1_700_000_000_000;
    const after = theoreticalAfter(null, 4, now, 1);
    const { count, nextAt } = allowanceAt(after, 4, now);
    expect({ count, wait: nextAt - now }).toEqual({ count: 0, wait: 250 });
    expect(allowanceAt(after, 4, nextAt).count).toBe(1);
    expect(allowanceAt(after, 4, nextAt - 1).count).toBe(0);
  });

  it('spreads waiting deliveries', async () => {
    const harness = await createWebhookHarness(() => 200);
    await harness.subscribe({ delivery: { ratePerSecond: 2 } });
    await harness.notify(10);
    await harness.untilIdle();
    expect(harness.transport.requests).toHaveLength(1);
    await harness.pass(2001);
    expect(harness.transport.requests).toHaveLength(5);
    await harness.pass(2500);
    expect(harness.transport.requests).toHaveLength(10);
  });
});
